package dev.tilewright.core.lower;

import dev.tilewright.core.ir.Program;
import java.util.function.UnaryOperator;

/** A named program transformation that keeps what the program computes. */
record Pass(String name, UnaryOperator<Program> function) {}
