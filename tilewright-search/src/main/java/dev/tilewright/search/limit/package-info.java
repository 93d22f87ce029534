/** What this machine can do at best: rates of arithmetic in registers and of reading memory. */
package dev.tilewright.search.limit;
