/** To be written. */
package dev.tilewright.runtime;
