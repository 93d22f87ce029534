/** What holds for all code of the project, checked on all modules at once. */
package dev.tilewright.conventions;
