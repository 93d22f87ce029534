package dev.tilewright.core.ir;

import dev.tilewright.base.DType;
import dev.tilewright.base.InternalException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Checks one kernel: every variable and parameter is bound where it is used and bound once, types
 * and ranks match, local buffers are used only inside their allocation, the kernel's parameters are
 * exactly the global buffers that it uses, a parallel loop is the outermost statement.
 */
final class KernelVerifier {
  private final Kernel kernel;
  private final Set<Var> vars = identitySet();
  private final Set<Expr.Param> params = new HashSet<>();
  private final Set<Buffer> buffers = identitySet();
  private final Set<Buffer> used = identitySet();

  private KernelVerifier(Kernel kernel) {
    this.kernel = kernel;
  }

  static void verify(Kernel kernel) {
    KernelVerifier verifier = new KernelVerifier(kernel);
    verifier.checkSignature();
    switch (kernel.body()) {
      case Stmt.For(Var var, ForKind.Parallel(), Stmt body) -> {
        verifier.vars.add(var);
        verifier.check(body);
      }
      case Stmt body -> verifier.check(body);
    }
    for (Buffer parameter : kernel.parameters()) {
      verifier.require(
          verifier.used.contains(parameter), "does not use its parameter %s", parameter);
    }
  }

  private void checkSignature() {
    require(kernel.name().matches("[A-Za-z_][A-Za-z0-9_]*"), "its name is no C identifier");
    for (Buffer parameter : kernel.parameters()) {
      require(
          parameter.scope() == Buffer.Scope.GLOBAL,
          "parameter %s is %s; expected a global buffer",
          parameter,
          parameter.scope());
      require(buffers.add(parameter), "has the parameter %s twice", parameter);
    }
  }

  private void check(Stmt stmt) {
    switch (stmt) {
      case Stmt.For(Var var, ForKind kind, Stmt body) -> {
        require(
            !(kind instanceof ForKind.Parallel),
            "the parallel loop %s is not the outermost statement",
            var);
        require(vars.add(var), "the loop variable %s is bound twice", var);
        check(body);
        vars.remove(var);
      }
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) ->
          checkStore(buffer, indices, value);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        check(value);
        requireType("let " + param.name(), value, param.dtype());
        require(params.add(param), "the name %s is bound twice", param.name());
        check(body);
        params.remove(param);
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        check(condition);
        requireType("if", condition, DType.BOOL);
        check(body);
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        require(buffer.scope() != Buffer.Scope.GLOBAL, "allocates the global buffer %s", buffer);
        require(buffers.add(buffer), "allocates %s inside its own allocation", buffer);
        check(body);
        buffers.remove(buffer);
      }
      case Stmt.Seq(List<Stmt> statements) -> statements.forEach(this::check);
      case Stmt.ThreadReduce(
              List<Expr.Param> names,
              var combiner,
              List<Expr> values,
              Stmt body) -> {
        for (int t = 0; t < values.size(); t++) {
          check(values.get(t));
          requireType("reduce " + names.get(t).name(), values.get(t), names.get(t).dtype());
        }
        for (Expr.Param name : names) {
          require(params.add(name), "the name %s is bound twice", name.name());
        }
        check(body);
        names.forEach(params::remove);
      }
      case Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) -> {
        check(value);
        requireType("shuffle " + param.name(), value, param.dtype());
        require(params.add(param), "the name %s is bound twice", param.name());
        check(body);
        params.remove(param);
      }
      case Stmt.Barrier ignored -> {}
    }
  }

  private void checkStore(Buffer buffer, List<Index> indices, Expr value) {
    checkBuffer(buffer);
    require(
        indices.size() == buffer.shape().rank(),
        "the store to %s has %d indices; expected %d, its rank",
        buffer,
        indices.size(),
        buffer.shape().rank());
    indices.forEach(this::check);
    check(value);
    requireType("store to " + buffer.name(), value, buffer.dtype());
  }

  private void check(Index index) {
    Exprs.forEachVar(index, this::checkVar);
    Exprs.forEach(index, this::checkNode);
  }

  private void check(Expr expr) {
    Exprs.forEachVar(expr, this::checkVar);
    Exprs.forEach(expr, this::checkNode);
  }

  private void checkVar(Var var) {
    require(vars.contains(var), "uses the variable %s outside its loop", var);
  }

  /** Checks what the constructors of the nodes do not. */
  private void checkNode(Expr node) {
    switch (node) {
      case Expr.Load(Buffer buffer, List<Index> indices) -> checkBuffer(buffer);
      case Expr.Param param ->
          require(params.contains(param), "uses the name %s outside its let", param.name());
      case Expr.Select(Expr condition, Expr thenValue, Expr elseValue) ->
          requireType("select", condition, DType.BOOL);
      case Expr.Not(Expr value) -> requireType("not", value, DType.BOOL);
      case Expr.Call(var function, List<Expr> arguments) ->
          require(node.dtype().isFloat(), "calls %s on %s", function, node.dtype());
      case Expr.FloatConst(double value, DType dtype) ->
          require(dtype.isFloat(), "has the floating-point constant %s of type %s", value, dtype);
      case Expr.IntConst(long value, DType dtype) ->
          require(!dtype.isFloat(), "has the integer constant %s of type %s", value, dtype);
      case Expr.FromIndex ignored -> {}
      case Expr.Binary ignored -> {}
      case Expr.Compare ignored -> {}
      case Expr.CompareIndex ignored -> {}
      case Expr.Cast ignored -> {}
    }
  }

  private void checkBuffer(Buffer buffer) {
    String expected =
        buffer.scope() == Buffer.Scope.GLOBAL ? "is no parameter" : "is not allocated there";
    require(buffers.contains(buffer), "uses %s, which " + expected, buffer);
    used.add(buffer);
  }

  private void requireType(String what, Expr value, DType expected) {
    require(
        value.dtype().equals(expected),
        "%s: the value is %s; expected %s",
        what,
        value.dtype(),
        expected);
  }

  private void require(boolean holds, String format, Object... arguments) {
    if (!holds) {
      throw new InternalException(
          "kernel %s: %s".formatted(kernel.name(), format.formatted(arguments)));
    }
  }

  private static <T> Set<T> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
