package io.shardkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The layers of the engine, and what its packages and classes may be called. */
class ArchitectureTest {
    /** Lowest first; each may import only those before it. */
    private static final List<String> LAYERS = List.of(
            "error",
            "observe",
            "dialect",
            "algorithm",
            "keygen",
            "rule",
            "catalog",
            "sql",
            "route",
            "merge",
            "plan",
            "execute",
            "jdbc");

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.shardkit");

    static List<String> layers() {
        return LAYERS;
    }

    @Test
    void everyPackageIsALayer() {
        Set<String> packages = ENGINE.stream()
                .map(each -> each.getPackageName())
                .filter(name -> !name.equals("io.shardkit"))
                .map(name -> name.substring("io.shardkit.".length()))
                .collect(Collectors.toSet());
        assertThat(packages).containsExactlyInAnyOrderElementsOf(LAYERS);
    }

    @ParameterizedTest
    @MethodSource("layers")
    void layerImportsLowerLayersOnly(String layer) {
        String[] higher = LAYERS.subList(LAYERS.indexOf(layer) + 1, LAYERS.size()).stream()
                .map(name -> "io.shardkit." + name + "..")
                .toArray(String[]::new);
        if (higher.length > 0) {
            noClasses()
                    .that()
                    .resideInAPackage("io.shardkit." + layer + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(higher)
                    .check(ENGINE);
        }
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.shardkit.(*)..").should().beFreeOfCycles().check(ENGINE);
    }

    @Test
    void druidStaysInSql() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.shardkit.sql")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.alibaba..")
                .check(ENGINE);
    }

    @Test
    void druidIsItsParserOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.alibaba.druid.pool..",
                        "com.alibaba.druid.proxy..",
                        "com.alibaba.druid.filter..",
                        "com.alibaba.druid.mock..",
                        "com.alibaba.druid.stat..")
                .check(ENGINE);
    }

    @Test
    void engineKnowsNoSpring() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(ENGINE);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses().should().haveSimpleNameEndingWith("Manager").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Helper").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Util").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Utils").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Context").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Processor").check(ENGINE);
        Set<String> drawers = Set.of("util", "utils", "common", "helper", "manager", "context", "misc");
        assertThat(ENGINE.stream().map(each -> each.getPackageName()))
                .noneMatch(name -> drawers.contains(
                        name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)));
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<JavaPackage> packages = ENGINE.stream()
                .map(each -> each.getPackage())
                .filter(each -> !each.getClasses().isEmpty())
                .collect(Collectors.toSet());
        assertThat(packages).hasSize(LAYERS.size());
        assertThat(packages).allMatch(each -> each.tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false));
    }
}
