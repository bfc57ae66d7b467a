package io.shardkit.sql.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.sql.ast.SQLObject;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The white list of the parser's nodes against all that the parser's jar has. Another version of the parser that brings
 * new kinds of nodes fails here; {@code -Dshardkit.plans.write=true} rewrites the list for review in the diff.
 */
class NodeTypesTest {
    private static final Path LIST = Path.of("src/test/resources/plans/parser-nodes.txt");

    @Test
    void everyNodeOfTheParserIsDecided() throws IOException {
        List<String> seen = new ArrayList<>();
        for (String name : nodes()) {
            seen.add((NodeTypes.ALLOWED.contains(name.substring(name.lastIndexOf('.') + 1)) ? "allowed " : "refused ")
                    + name);
        }
        if (Boolean.getBoolean("shardkit.plans.write")) {
            Files.write(LIST, seen);
        }
        assertThat(seen).containsExactlyElementsOf(Files.readAllLines(LIST));
    }

    /** The white list names classes without their packages; each name means one class. */
    @Test
    void everyNameMeansOneClass() {
        List<String> allowed = nodes().stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .filter(NodeTypes.ALLOWED::contains)
                .toList();
        assertThat(allowed).containsExactlyInAnyOrderElementsOf(NodeTypes.ALLOWED);
    }

    private static Set<String> nodes() {
        Set<String> nodes = new TreeSet<>();
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("com.alibaba.druid.sql")) {
            if (each.isAssignableTo(SQLObject.class)
                    && !each.isInterface()
                    && !each.getModifiers().contains(JavaModifier.ABSTRACT)) {
                nodes.add(each.getName());
            }
        }
        return nodes;
    }
}
