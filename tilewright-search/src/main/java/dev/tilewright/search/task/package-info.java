/** What is tuned. */
package dev.tilewright.search.task;
