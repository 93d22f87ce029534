/** Writing files so that a reader never sees half of one. */
package dev.tilewright.runtime.io;
