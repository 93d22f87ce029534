/** To be written. */
package dev.tilewright.codegen;
