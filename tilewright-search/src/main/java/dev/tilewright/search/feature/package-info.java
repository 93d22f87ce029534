/** What can be said of a schedule without running it: accesses, costs by hand, features. */
package dev.tilewright.search.feature;
