package dev.tilewright.runtime.planted;

import dev.tilewright.core.target.Target;
import java.lang.foreign.Linker;
import java.lang.reflect.Method;

/** Breaks every convention once, so that their tests can show that they notice. */
@SuppressWarnings("unused")
final class Planted {
  private static int mutable;
  private static final ThreadLocal<String> HOLDER = ThreadLocal.withInitial(String::new);

  private Planted() {}

  static Target knowsTheCompiler(Target target) {
    return target;
  }

  static Linker linksNativeCode() {
    return Linker.nativeLinker();
  }

  static Method[] reflects() {
    return Planted.class.getDeclaredMethods();
  }

  static void prints() {
    System.out.println(mutable++);
  }
}
