package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.GpuTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * A hand-made model of the kernels of a schedule on a GPU, in clock cycles: issue slots, the first
 * level of memory, the second level, device memory, and the latency of what one block does, of
 * which the longest counts. The rates are those of a Hopper multiprocessor (NVIDIA H100 white
 * paper; for the second level, measurements by Chips and Cheese, 2023); other generations differ
 * little in proportion.
 */
public final class GridCost {
  /** Warp instructions that a multiprocessor starts in a cycle. */
  private static final double ISSUES = 4;

  /** Sectors that the first level delivers in a cycle. */
  private static final double SECTORS = 4;

  /** Bytes a cycle from the second level to one multiprocessor, and to all of them. */
  private static final double L2_BYTES_EACH = 64;

  private static final double L2_BYTES_ALL = 3500;

  /** Bytes a cycle from device memory. */
  private static final double MEMORY_BYTES = 2400;

  private static final double GLOBAL_LATENCY = 500;
  private static final double SHARED_LATENCY = 60;
  private static final double ARITHMETIC_LATENCY = 4;
  private static final double TRIP_INSTRUCTIONS = 3;

  /** From the end of a kernel to the first instructions of the next one. */
  private static final double LAUNCH_CYCLES = 2000;

  private static final double MAX_RESIDENT_BLOCKS = 32;
  private static final double OTHER_REGISTERS = 24;
  private static final double MAX_OPERANDS = 48;
  private static final double REGISTER_BYTES = 4;

  /** What is fetched again by threads of a block stays near if it is no more than this. */
  private static final double L1_BYTES = 96 << 10;

  private final GpuTarget target;

  public GridCost(GpuTarget target) {
    this.target = target;
  }

  /**
   * The estimate of one kernel.
   *
   * @param blocks of the grid
   * @param threads of a block
   * @param sharedBytes of a block
   * @param registers of a thread
   * @param residentBlocks that a multiprocessor holds at a time
   * @param waves rounds of resident blocks
   * @param balance mean over maximum of the blocks of a multiprocessor
   * @param spills times by which the registers exceed what a thread can have; 1 if they do not
   * @param issue cycles of the instructions, like the others on the busiest multiprocessor
   * @param firstLevel cycles of shared memory and of the first cache level
   * @param secondLevel cycles of what is brought in from the second level
   * @param memory cycles of what is brought in from device memory
   * @param latency cycles of the longest chain of waiting in all waves
   */
  public record KernelEstimate(
      double blocks,
      double threads,
      double sharedBytes,
      double registers,
      double residentBlocks,
      double waves,
      double balance,
      double spills,
      double issue,
      double firstLevel,
      double secondLevel,
      double memory,
      double latency) {
    /** Cycles from its start to the start of the next kernel. */
    public double cycles() {
      return LAUNCH_CYCLES
          + spills
              * DoubleStream.of(issue, firstLevel, secondLevel, memory, latency).max().orElse(0);
    }

    /** Warps that a multiprocessor has to choose from. */
    public double residentWarps() {
      return residentBlocks * Math.ceil(threads / WarpAccess.WARP);
    }
  }

  /** A kernel with its statements, in order of execution. */
  public record Kernel(List<Statement> statements, KernelEstimate estimate) {}

  /** The kernels of a schedule. */
  public List<Kernel> kernels(ScheduleState state) {
    return kernels(state, Statement.of(state));
  }

  List<Kernel> kernels(ScheduleState state, List<Statement> statements) {
    Map<String, List<Statement>> byRoot = new LinkedHashMap<>();
    for (Statement statement : statements) {
      byRoot.computeIfAbsent(root(state, statement.stage()), _ -> new ArrayList<>()).add(statement);
    }
    return byRoot.values().stream().map(some -> new Kernel(some, estimate(some))).toList();
  }

  private static String root(ScheduleState state, Stage stage) {
    Stage current = stage;
    while (current.placement() instanceof Placement.At(String parent, var _)) {
      current = state.findStage(parent).orElseThrow();
    }
    return current.name();
  }

  private KernelEstimate estimate(List<Statement> statements) {
    List<ThreadWork> works = statements.stream().map(ThreadWork::of).toList();
    double blocks = works.stream().mapToDouble(ThreadWork::blocks).max().orElse(1);
    double threads = works.stream().mapToDouble(ThreadWork::threads).max().orElse(1);
    double warps = Math.ceil(threads / WarpAccess.WARP);
    double shared = bytes(statements, Buffer.Scope.SHARED);
    double registers = registers(statements, works);
    double allowed =
        Math.min(
            target.registersPerThread(), target.registersPerBlock() / (warps * WarpAccess.WARP));
    double resident = resident(warps, shared, Math.min(registers, allowed));
    double onBusiest = Math.ceil(blocks / target.multiprocessors());
    double issue = 0;
    double firstLevel = 0;
    double latency = 0;
    double sectorBytes = 0;
    for (ThreadWork work : works) {
      double trips = work.warps() * work.trips();
      issue += trips * (work.arithmetic() + work.memory() + TRIP_INSTRUCTIONS) / ISSUES;
      firstLevel += trips * (work.sectors() / SECTORS + work.passes());
      latency += work.trips() * latency(work);
      sectorBytes += trips * work.sectors() * WarpAccess.SECTOR_BYTES;
    }
    double waves = Math.ceil(blocks / (target.multiprocessors() * resident));
    double fetched = fetched(statements, sectorBytes);
    return new KernelEstimate(
        blocks,
        threads,
        shared,
        registers,
        resident,
        waves,
        blocks / (onBusiest * target.multiprocessors()),
        Math.max(1, registers / allowed),
        onBusiest * issue,
        onBusiest * firstLevel,
        Math.max(onBusiest * fetched / L2_BYTES_EACH, blocks * fetched / L2_BYTES_ALL),
        memoryBytes(statements) / MEMORY_BYTES,
        waves * latency);
  }

  private double resident(double warps, double shared, double registers) {
    double byThreads = target.maxThreadsPerMultiprocessor() / (warps * WarpAccess.WARP);
    double byShared =
        shared == 0 ? MAX_RESIDENT_BLOCKS : target.sharedBytesPerMultiprocessor() / shared;
    double byRegisters = target.registersPerBlock() / (registers * warps * WarpAccess.WARP);
    double least =
        DoubleStream.of(MAX_RESIDENT_BLOCKS, byThreads, byShared, byRegisters).min().orElse(1);
    return Math.max(1, Math.floor(least));
  }

  private static double latency(ThreadWork work) {
    double waiting =
        work.readsGlobal() || work.usesLocalMemory()
            ? GLOBAL_LATENCY
            : work.readsShared() ? SHARED_LATENCY : 0;
    return waiting + ARITHMETIC_LATENCY * work.chain();
  }

  /** Accumulators, operands of the straight code, and what addresses take. */
  private static double registers(List<Statement> statements, List<ThreadWork> works) {
    double operands = works.stream().mapToDouble(ThreadWork::memory).max().orElse(0);
    return OTHER_REGISTERS
        + Math.min(MAX_OPERANDS, operands)
        + bytes(statements, Buffer.Scope.LOCAL) / REGISTER_BYTES;
  }

  /** Bytes of the buffers of a scope that the kernel's own statements write. */
  private static double bytes(List<Statement> statements, Buffer.Scope scope) {
    double sum = 0;
    for (Statement statement : statements) {
      boolean attached = statement.stage().placement() instanceof Placement.At;
      for (Access write : statement.writes()) {
        if (attached && write.buffer().scope() == scope) {
          sum += write.uniqueBytes(statement.path().own());
        }
      }
    }
    return sum;
  }

  /** Bytes that a block brings in from the second level or writes there. */
  private static double fetched(List<Statement> statements, double sectorBytes) {
    double unique = 0;
    for (Statement statement : statements) {
      int depth = firstInBlock(statement.path());
      for (Access access : statement.accesses()) {
        if (isGlobal(access.buffer())) {
          unique += access.footprint(depth);
        }
      }
    }
    return unique <= L1_BYTES ? Math.min(unique, sectorBytes) : Math.max(unique, sectorBytes);
  }

  /** Bytes of device memory that the kernel touches, unless the second level keeps them. */
  private double memoryBytes(List<Statement> statements) {
    double sum = 0;
    for (Statement statement : statements) {
      for (Access access : statement.accesses()) {
        if (isGlobal(access.buffer())) {
          sum += access.footprint(0);
        }
      }
    }
    return sum <= target.l2Bytes() / 2.0 ? 0 : sum;
  }

  private static boolean isGlobal(Buffer buffer) {
    return buffer.scope() == Buffer.Scope.GLOBAL;
  }

  /** The position behind the last loop over blocks. */
  private static int firstInBlock(LoopPath path) {
    int depth = 0;
    for (int i = 0; i < path.loops().size(); i++) {
      if (path.loops().get(i).annotation() instanceof ForKind.Bound(var axis) && axis.isBlock()) {
        depth = i + 1;
      }
    }
    return depth;
  }
}
