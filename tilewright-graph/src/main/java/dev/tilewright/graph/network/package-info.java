/** From a network to tasks, and from schedules of the tasks to a plan with machine code. */
package dev.tilewright.graph.network;
