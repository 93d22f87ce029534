/**
 * The operator library: every operator of a network as a record with typed attributes that checks
 * its inputs and writes itself as tensor expressions.
 */
package dev.tilewright.graph.ops;
