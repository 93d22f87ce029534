/** Building and measuring candidates in worker processes, and checking what they compute. */
package dev.tilewright.search.measure;
