/** The tuning loop: which task and which candidates next, when to stop, and what came of it. */
package dev.tilewright.search.tune;
