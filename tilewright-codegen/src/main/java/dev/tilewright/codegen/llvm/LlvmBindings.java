package dev.tilewright.codegen.llvm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.InternalException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The functions of LLVM's C API (<a
 * href="https://llvm.org/doxygen/group__LLVMC.html">reference</a>) that the compiler calls, one
 * typed method each. Every return code is checked, every message is copied and disposed. Handles
 * are addresses that the classes beside this one own and close.
 */
final class LlvmBindings {
  private static final int RELOC_PIC = 2;
  private static final int CODE_MODEL_SMALL = 3;

  /** What {@link #emit} writes. */
  enum FileType {
    ASSEMBLY,
    OBJECT
  }

  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup symbols;
  private final Path path;

  private final MethodHandle disposeMessage = procedure("LLVMDisposeMessage", ADDRESS);
  private final MethodHandle getErrorMessage = function("LLVMGetErrorMessage", ADDRESS, ADDRESS);
  private final MethodHandle disposeErrorMessage = procedure("LLVMDisposeErrorMessage", ADDRESS);
  private final MethodHandle getVersion = procedure("LLVMGetVersion", ADDRESS, ADDRESS, ADDRESS);

  private final MethodHandle contextCreate = function("LLVMContextCreate", ADDRESS);
  private final MethodHandle contextDispose = procedure("LLVMContextDispose", ADDRESS);
  private final MethodHandle contextSetDiagnosticHandler =
      procedure("LLVMContextSetDiagnosticHandler", ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle getDiagInfoDescription =
      function("LLVMGetDiagInfoDescription", ADDRESS, ADDRESS);
  private final MethodHandle getDiagInfoSeverity =
      function("LLVMGetDiagInfoSeverity", JAVA_INT, ADDRESS);

  private final MethodHandle createMemoryBuffer =
      function("LLVMCreateMemoryBufferWithMemoryRangeCopy", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  private final MethodHandle getBufferStart = function("LLVMGetBufferStart", ADDRESS, ADDRESS);
  private final MethodHandle getBufferSize = function("LLVMGetBufferSize", JAVA_LONG, ADDRESS);
  private final MethodHandle disposeMemoryBuffer = procedure("LLVMDisposeMemoryBuffer", ADDRESS);

  private final MethodHandle parseIr =
      function("LLVMParseIRInContext", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle verifyModule =
      function("LLVMVerifyModule", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private final MethodHandle printModule = function("LLVMPrintModuleToString", ADDRESS, ADDRESS);
  private final MethodHandle disposeModule = procedure("LLVMDisposeModule", ADDRESS);
  private final MethodHandle setTarget = procedure("LLVMSetTarget", ADDRESS, ADDRESS);
  private final MethodHandle setModuleDataLayout =
      procedure("LLVMSetModuleDataLayout", ADDRESS, ADDRESS);

  private final MethodHandle runPasses =
      function("LLVMRunPasses", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle createPassOptions = function("LLVMCreatePassBuilderOptions", ADDRESS);
  private final MethodHandle disposePassOptions =
      procedure("LLVMDisposePassBuilderOptions", ADDRESS);
  private final MethodHandle setLoopVectorization =
      procedure("LLVMPassBuilderOptionsSetLoopVectorization", ADDRESS, JAVA_INT);
  private final MethodHandle setSlpVectorization =
      procedure("LLVMPassBuilderOptionsSetSLPVectorization", ADDRESS, JAVA_INT);
  private final MethodHandle setLoopUnrolling =
      procedure("LLVMPassBuilderOptionsSetLoopUnrolling", ADDRESS, JAVA_INT);

  private final MethodHandle getTargetFromTriple =
      function("LLVMGetTargetFromTriple", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle createTargetMachine =
      function(
          "LLVMCreateTargetMachine",
          ADDRESS,
          ADDRESS,
          ADDRESS,
          ADDRESS,
          ADDRESS,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT);
  private final MethodHandle disposeTargetMachine = procedure("LLVMDisposeTargetMachine", ADDRESS);
  private final MethodHandle createTargetDataLayout =
      function("LLVMCreateTargetDataLayout", ADDRESS, ADDRESS);
  private final MethodHandle disposeTargetData = procedure("LLVMDisposeTargetData", ADDRESS);
  private final MethodHandle emitToMemoryBuffer =
      function(
          "LLVMTargetMachineEmitToMemoryBuffer",
          JAVA_INT,
          ADDRESS,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          ADDRESS);
  private final MethodHandle getHostCpuName = function("LLVMGetHostCPUName", ADDRESS);
  private final MethodHandle getHostCpuFeatures = function("LLVMGetHostCPUFeatures", ADDRESS);
  private final MethodHandle getDefaultTriple = function("LLVMGetDefaultTargetTriple", ADDRESS);

  private final MethodHandle createLlJit =
      function("LLVMOrcCreateLLJIT", ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle createLlJitBuilder = function("LLVMOrcCreateLLJITBuilder", ADDRESS);
  private final MethodHandle disposeLlJit = function("LLVMOrcDisposeLLJIT", ADDRESS, ADDRESS);
  private final MethodHandle getMainDylib =
      function("LLVMOrcLLJITGetMainJITDylib", ADDRESS, ADDRESS);
  private final MethodHandle addObjectFile =
      function("LLVMOrcLLJITAddObjectFile", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle getExecutionSession =
      function("LLVMOrcLLJITGetExecutionSession", ADDRESS, ADDRESS);
  private final MethodHandle setErrorReporter =
      procedure("LLVMOrcExecutionSessionSetErrorReporter", ADDRESS, ADDRESS, ADDRESS);
  private final MethodHandle llJitLookup =
      function("LLVMOrcLLJITLookup", ADDRESS, ADDRESS, ADDRESS, ADDRESS);

  /**
   * Binds the library at a path and initialises the code generators of the processors that
   * Tilewright knows.
   *
   * @throws EnvironmentException if it is not a loadable LLVM with the C API of version 17 or later
   */
  LlvmBindings(Path path) {
    this(path, lookup(path));
  }

  private LlvmBindings(Path path, SymbolLookup symbols) {
    // Before the field initialisers above, which look functions up.
    this.path = path;
    this.symbols = symbols;
    super();
    List<String> generator = List.of("TargetInfo", "Target", "TargetMC", "AsmPrinter");
    for (String target : List.of("X86", "AArch64")) {
      generator.forEach(part -> callVoid(procedure("LLVMInitialize" + target + part)));
      callVoid(procedure("LLVMInitialize" + target + "AsmParser"));
    }
    if (symbols.find("LLVMInitializeNVPTXTarget").isPresent()) {
      generator.forEach(part -> callVoid(procedure("LLVMInitializeNVPTX" + part)));
    }
  }

  /** The library's version, for example {@code 20.1.7}. */
  String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parts = arena.allocate(JAVA_INT, 3);
      callVoid(getVersion, parts, parts.asSlice(4), parts.asSlice(8));
      return "%d.%d.%d"
          .formatted(
              parts.getAtIndex(JAVA_INT, 0),
              parts.getAtIndex(JAVA_INT, 1),
              parts.getAtIndex(JAVA_INT, 2));
    }
  }

  String hostCpuName() {
    return takeMessage(callAddress(getHostCpuName));
  }

  /** Comma-separated {@code +feature} and {@code -feature}. */
  String hostCpuFeatures() {
    return takeMessage(callAddress(getHostCpuFeatures));
  }

  String defaultTriple() {
    return takeMessage(callAddress(getDefaultTriple));
  }

  /**
   * A new context whose diagnostics go to {@code handler}, a {@code void (LLVMDiagnosticInfoRef,
   * void*)} upcall stub that outlives it. Without a handler LLVM would print errors of the code
   * generator and end the process.
   */
  MemorySegment createContext(MemorySegment handler) {
    MemorySegment context = callAddress(contextCreate);
    callVoid(contextSetDiagnosticHandler, context, handler, MemorySegment.NULL);
    return context;
  }

  void disposeContext(MemorySegment context) {
    callVoid(contextDispose, context);
  }

  /** An upcall stub that gives the text of each error of a context to {@code errors}. */
  MemorySegment diagnosticHandler(ErrorCollector errors, Arena arena) {
    return upcall(new ErrorReceiver(this, errors), "diagnostic", arena);
  }

  /** Makes a JIT give the text of each error to {@code errors}, as long as the arena lives. */
  void collectErrors(MemorySegment jit, ErrorCollector errors, Arena arena) {
    MemorySegment reporter = upcall(new ErrorReceiver(this, errors), "jitError", arena);
    callVoid(setErrorReporter, callAddress(getExecutionSession, jit), reporter, MemorySegment.NULL);
  }

  /** Receives the text of errors that LLVM reports through a function of ours. */
  interface ErrorCollector {
    void error(String message);
  }

  private record ErrorReceiver(LlvmBindings bindings, ErrorCollector errors) {
    /** Called with an {@code LLVMDiagnosticInfoRef}; severities other than 0 are no errors. */
    void diagnostic(MemorySegment info, MemorySegment context) {
      if (bindings.callInt(bindings.getDiagInfoSeverity, info) == 0) {
        MemorySegment text = bindings.callAddress(bindings.getDiagInfoDescription, info);
        errors.error(oneLine(bindings.takeMessage(text)));
      }
    }

    /** Called with an {@code LLVMErrorRef}. */
    void jitError(MemorySegment context, MemorySegment error) {
      bindings.takeError(error).ifPresent(errors::error);
    }
  }

  private MemorySegment upcall(ErrorReceiver receiver, String method, Arena arena) {
    try {
      MethodType twoPointers =
          MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class);
      return linker.upcallStub(
          MethodHandles.lookup().bind(receiver, method, twoPointers),
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS),
          arena);
    } catch (ReflectiveOperationException impossible) {
      throw new InternalException("LLVM: the receiver of errors is not accessible", impossible);
    }
  }

  /** Copies bytes into a new memory buffer, which the caller owns. */
  MemorySegment createBuffer(byte[] bytes, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(bytes.length + 1L);
      MemorySegment.copy(bytes, 0, copy, JAVA_BYTE, 0, bytes.length);
      return callAddress(createMemoryBuffer, copy, (long) bytes.length, arena.allocateFrom(name));
    }
  }

  /** The contents of a memory buffer, which is disposed. */
  byte[] takeBuffer(MemorySegment buffer) {
    try {
      long size = callLong(getBufferSize, buffer);
      return callAddress(getBufferStart, buffer).reinterpret(size).toArray(JAVA_BYTE);
    } finally {
      callVoid(disposeMemoryBuffer, buffer);
    }
  }

  /**
   * Parses IR text into a module that the caller owns.
   *
   * @throws InternalException with LLVM's message if the text is not valid IR
   */
  MemorySegment parseIr(MemorySegment context, String text, String name) {
    MemorySegment buffer = createBuffer(text.getBytes(StandardCharsets.UTF_8), name);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment module = arena.allocate(ADDRESS);
      MemorySegment message = arena.allocate(ADDRESS);
      if (callInt(parseIr, context, buffer, module, message) != 0) {
        throw new InternalException(
            "LLVM: the IR of %s does not parse: %s".formatted(name, takeMessageAt(message)));
      }
      return module.get(ADDRESS, 0);
    }
  }

  /** What is wrong with a module; empty if it is valid. */
  Optional<String> verify(MemorySegment module) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = arena.allocate(ADDRESS);
      int returnStatus = 2;
      boolean broken = callInt(verifyModule, module, returnStatus, message) != 0;
      String text = takeMessageAt(message);
      return broken ? Optional.of(text) : Optional.empty();
    }
  }

  String print(MemorySegment module) {
    return takeMessage(callAddress(printModule, module));
  }

  void disposeModule(MemorySegment module) {
    callVoid(disposeModule, module);
  }

  /** Makes the module one for the machine: its triple and data layout. */
  void setTarget(MemorySegment module, String triple, MemorySegment machine) {
    try (Arena arena = Arena.ofConfined()) {
      callVoid(setTarget, module, arena.allocateFrom(triple));
    }
    MemorySegment layout = callAddress(createTargetDataLayout, machine);
    callVoid(setModuleDataLayout, module, layout);
    callVoid(disposeTargetData, layout);
  }

  /**
   * Runs a pass pipeline with LLVM's own vectorisers and loop unroller off: which loops are vector
   * code and which are written out is the schedule's decision.
   *
   * @return LLVM's message if the pipeline text is wrong
   */
  Optional<String> runPasses(MemorySegment module, String pipeline, MemorySegment machine) {
    MemorySegment options = callAddress(createPassOptions);
    try (Arena arena = Arena.ofConfined()) {
      callVoid(setLoopVectorization, options, 0);
      callVoid(setSlpVectorization, options, 0);
      callVoid(setLoopUnrolling, options, 0);
      return takeError(
          callAddress(runPasses, module, arena.allocateFrom(pipeline), machine, options));
    } finally {
      callVoid(disposePassOptions, options);
    }
  }

  /**
   * A code generator for position-independent code, which the caller owns.
   *
   * @param level of optimisation, LLVM's {@code LLVMCodeGenOptLevel}
   * @throws EnvironmentException if this LLVM has no such target
   */
  MemorySegment createTargetMachine(String triple, String cpu, String features, int level) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(ADDRESS);
      MemorySegment message = arena.allocate(ADDRESS);
      MemorySegment tripleText = arena.allocateFrom(triple);
      if (callInt(getTargetFromTriple, tripleText, target, message) != 0) {
        throw new EnvironmentException(
            "LLVM at %s has no target for %s: %s".formatted(path, triple, takeMessageAt(message)));
      }
      MemorySegment machine =
          callAddress(
              createTargetMachine,
              target.get(ADDRESS, 0),
              tripleText,
              arena.allocateFrom(cpu),
              arena.allocateFrom(features),
              level,
              RELOC_PIC,
              CODE_MODEL_SMALL);
      if (machine.equals(MemorySegment.NULL)) {
        throw new EnvironmentException(
            "LLVM at %s makes no target machine for %s, processor %s".formatted(path, triple, cpu));
      }
      return machine;
    }
  }

  void disposeTargetMachine(MemorySegment machine) {
    callVoid(disposeTargetMachine, machine);
  }

  /**
   * Generates code for a module.
   *
   * @throws InternalException with LLVM's message if it refuses
   */
  byte[] emit(MemorySegment module, MemorySegment machine, FileType type, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(ADDRESS);
      MemorySegment message = arena.allocate(ADDRESS);
      if (callInt(emitToMemoryBuffer, machine, module, type.ordinal(), message, buffer) != 0) {
        throw new InternalException(
            "LLVM: no code for %s: %s".formatted(name, takeMessageAt(message)));
      }
      return takeBuffer(buffer.get(ADDRESS, 0));
    }
  }

  /**
   * A JIT for the host, which the caller owns.
   *
   * @throws EnvironmentException if LLVM cannot make one here
   */
  MemorySegment createJit() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment jit = arena.allocate(ADDRESS);
      Optional<String> error =
          takeError(callAddress(createLlJit, jit, callAddress(createLlJitBuilder)));
      if (error.isPresent()) {
        throw new EnvironmentException("LLVM at %s: no JIT: %s".formatted(path, error.get()));
      }
      return jit.get(ADDRESS, 0);
    }
  }

  void disposeJit(MemorySegment jit) {
    takeError(callAddress(disposeLlJit, jit));
  }

  /**
   * Gives an object file to the JIT.
   *
   * @throws InternalException with LLVM's message if it cannot be added
   */
  void addObject(MemorySegment jit, byte[] object, String name) {
    MemorySegment buffer = createBuffer(object, name);
    takeError(callAddress(addObjectFile, jit, callAddress(getMainDylib, jit), buffer))
        .ifPresent(
            error -> {
              throw new InternalException("LLVM: cannot link %s: %s".formatted(name, error));
            });
  }

  /**
   * The address of a function, linking its object on first use.
   *
   * @throws InternalException with LLVM's message if it is not defined or cannot be linked
   */
  MemorySegment lookup(MemorySegment jit, String symbol) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(JAVA_LONG);
      takeError(callAddress(llJitLookup, jit, address, arena.allocateFrom(symbol)))
          .ifPresent(
              error -> {
                throw new InternalException("LLVM: no symbol %s: %s".formatted(symbol, error));
              });
      return MemorySegment.ofAddress(address.get(JAVA_LONG, 0));
    }
  }

  private static SymbolLookup lookup(Path path) {
    try {
      // Only this way of loading tells what the system's loader has to say, such as a missing libz.
      System.load(path.toAbsolutePath().toString());
    } catch (UnsatisfiedLinkError notLoadable) {
      String reason = oneLine(notLoadable.getMessage()).replace(path + ": ", "");
      throw new EnvironmentException(
          "LLVM: cannot load %s: %s".formatted(path, reason), notLoadable);
    }
    return SymbolLookup.loaderLookup();
  }

  private MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
    return linker.downcallHandle(symbol(name), FunctionDescriptor.of(result, parameters));
  }

  private MethodHandle procedure(String name, MemoryLayout... parameters) {
    return linker.downcallHandle(symbol(name), FunctionDescriptor.ofVoid(parameters));
  }

  private MemorySegment symbol(String name) {
    return symbols
        .find(name)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "LLVM at %s has no function %s; expected version 17 or later"
                        .formatted(path, name)));
  }

  private String takeMessage(MemorySegment message) {
    try {
      return text(message);
    } finally {
      callVoid(disposeMessage, message);
    }
  }

  private String takeMessageAt(MemorySegment pointer) {
    MemorySegment message = pointer.get(ADDRESS, 0);
    return message.equals(MemorySegment.NULL) ? "" : oneLine(takeMessage(message));
  }

  private Optional<String> takeError(MemorySegment error) {
    if (error.equals(MemorySegment.NULL)) {
      return Optional.empty();
    }
    MemorySegment message = callAddress(getErrorMessage, error);
    String text = oneLine(text(message));
    callVoid(disposeErrorMessage, message);
    return Optional.of(text);
  }

  private static String text(MemorySegment message) {
    return message.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static String oneLine(String text) {
    return text.strip().replace("\n", " | ");
  }

  private void callVoid(MethodHandle handle, Object... arguments) {
    call(handle, arguments);
  }

  private int callInt(MethodHandle handle, Object... arguments) {
    return (int) call(handle, arguments);
  }

  private long callLong(MethodHandle handle, Object... arguments) {
    return (long) call(handle, arguments);
  }

  private MemorySegment callAddress(MethodHandle handle, Object... arguments) {
    return (MemorySegment) call(handle, arguments);
  }

  private static Object call(MethodHandle handle, Object... arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error raised) {
      throw raised;
    } catch (Throwable checked) {
      throw new InternalException("LLVM: a native call raised " + checked, checked);
    }
  }
}
