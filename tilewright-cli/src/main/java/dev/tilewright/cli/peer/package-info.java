/** Other systems to compare with, behind one interface. */
package dev.tilewright.cli.peer;
