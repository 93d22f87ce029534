/** From a schedule to a program that runs in this process. */
package dev.tilewright.search.build;
