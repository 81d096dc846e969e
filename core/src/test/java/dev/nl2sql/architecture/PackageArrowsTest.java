package dev.nl2sql.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows between packages run one way: pipeline, then everything, then the value types. */
class PackageArrowsTest {
  private static JavaClasses core;

  @BeforeAll
  static void importClasses() {
    core =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.nl2sql");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.nl2sql.(*)..").should().beFreeOfCycles().check(core);
  }

  @Test
  void valueTypesKnowNoOtherPackage() {
    noClasses()
        .that()
        .resideInAPackage("dev.nl2sql")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.nl2sql.(**)")
        .check(core);
  }

  @Test
  void onlyThePipelineKnowsThePipeline() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.nl2sql.pipeline..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.nl2sql.pipeline..")
        .check(core);
  }

  @Test
  void languageAndCatalogAndPlanKnowNothingOfGuardOrSandbox() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.nl2sql.language..",
            "dev.nl2sql.catalog..",
            "dev.nl2sql.plan..",
            "dev.nl2sql.link..",
            "dev.nl2sql.generate..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.nl2sql.guard..", "dev.nl2sql.execute..")
        .check(core);
  }

  @Test
  void theCoreKnowsNoVendorDriverAndOpensNoConnection() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.h2..", "org.postgresql..", "org.sqlite..")
        .orShould()
        .callMethod(java.sql.DriverManager.class, "getConnection", String.class)
        .check(core);
  }
}
