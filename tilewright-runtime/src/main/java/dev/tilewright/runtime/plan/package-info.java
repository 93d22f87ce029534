/** Execution plans: what a compiled network or operator does, and the object that does it. */
package dev.tilewright.runtime.plan;
