/** What LLVM's settings are worth: time to build programs against the speed of the code. */
package dev.tilewright.bench.build;
