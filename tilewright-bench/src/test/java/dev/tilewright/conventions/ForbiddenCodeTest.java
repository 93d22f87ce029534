package dev.tilewright.conventions;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.tilewright.cli.Main;
import dev.tilewright.search.measure.WorkerMain;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Code that nobody writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForbiddenCodeTest {
  @SuppressWarnings("unused") // named by the parameterized tests
  private static final List<ArchRule> RULES =
      List.of(
          noClasses()
              .that()
              .resideOutsideOfPackages("dev.tilewright.runtime.ffi", "dev.tilewright.codegen.llvm")
              .should()
              .dependOnClassesThat(
                  belongToAnyOf(Linker.class, SymbolLookup.class, FunctionDescriptor.class))
              .as("native functions are called from runtime.ffi and codegen.llvm only"),
          noClasses()
              .should()
              .dependOnClassesThat()
              .resideInAPackage("java.lang.reflect..")
              .as("nobody uses reflection"),
          fields().that().areStatic().should().beFinal().as("static fields are final"),
          noFields()
              .that()
              .areStatic()
              .should()
              .haveRawType(ThreadLocal.class)
              .orShould()
              .haveRawType(Random.class)
              .orShould()
              .haveRawType("java.util.concurrent.atomic..")
              .orShould()
              .haveRawType(ConcurrentMap.class)
              .as("there is no static mutable state"),
          noClasses()
              .that()
              .doNotBelongToAnyOf(Main.class, WorkerMain.class)
              .and()
              .resideOutsideOfPackage("dev.tilewright.bench")
              .should()
              .accessField(System.class, "out")
              .orShould()
              .accessField(System.class, "err")
              .orShould()
              .callMethod(System.class, "exit", int.class)
              .as("only the entries of processes and benchmarks use the process's streams"));

  private JavaClasses classes;
  private JavaClasses planted;

  @BeforeAll
  void importClasses() {
    classes = Project.classes();
    planted = Project.classesAndPlanted();
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void isNowhere(ArchRule rule) {
    rule.check(classes);
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void isNoticedWherePlanted(ArchRule rule) {
    assertThatThrownBy(() -> rule.check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Planted");
  }
}
