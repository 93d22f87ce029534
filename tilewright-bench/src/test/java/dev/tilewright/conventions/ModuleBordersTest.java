package dev.tilewright.conventions;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Who may know whom. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModuleBordersTest {
  /**
   * What a module may use.
   *
   * @param name the module's package
   * @param modules other modules
   * @param libraries packages of libraries
   */
  record Border(String name, List<String> modules, List<String> libraries) {
    ArchRule rule() {
      List<String> allowed = new ArrayList<>(List.of("java.."));
      Stream.concat(Stream.of(name), modules.stream())
          .forEach(module -> allowed.add("dev.tilewright." + module + ".."));
      allowed.addAll(libraries);
      return classes()
          .that()
          .resideInAPackage("dev.tilewright." + name + "..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(allowed.toArray(String[]::new));
    }
  }

  @SuppressWarnings("unused") // named by the parameterized test
  private static final List<Border> BORDERS =
      List.of(
          new Border("base", List.of(), List.of()),
          new Border("core", List.of("base"), List.of()),
          new Border("codegen", List.of("base", "core"), List.of()),
          new Border("runtime", List.of("base"), List.of()),
          new Border(
              "search",
              List.of("base", "core", "codegen", "runtime"),
              List.of("com.fasterxml.jackson..", "org.slf4j..", "ml.dmlc.xgboost4j..")),
          new Border(
              "graph",
              List.of("base", "core", "codegen", "runtime", "search"),
              List.of("com.google.protobuf..", "org.slf4j..")),
          new Border(
              "cli",
              List.of("base", "core", "codegen", "runtime", "search", "graph"),
              List.of(
                  "picocli..", "com.fasterxml.jackson..", "org.slf4j..", "com.sun.management..")));

  private JavaClasses classes;

  @BeforeAll
  void importClasses() {
    classes = Project.classes();
  }

  @Test
  void seesEveryModule() {
    assertThat(Project.MODULES)
        .allSatisfy(type -> assertThat(classes.contain(type)).as("%s", type).isTrue());
  }

  @ParameterizedTest
  @FieldSource("BORDERS")
  void aModuleUsesOnlyWhatItMay(Border border) {
    border.rule().check(classes);
  }

  @Test
  void noticesAPlantedViolation() {
    JavaClasses planted = Project.classesAndPlanted();
    ArchRule runtime = new Border("runtime", List.of("base"), List.of()).rule();
    assertThatThrownBy(() -> runtime.check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Planted.knowsTheCompiler");
  }
}
