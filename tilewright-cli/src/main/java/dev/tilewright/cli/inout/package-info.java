/** Networks and tensors from and to files. */
package dev.tilewright.cli.inout;
