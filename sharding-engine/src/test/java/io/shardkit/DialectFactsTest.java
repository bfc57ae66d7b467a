package io.shardkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the dialect is asked for differences between databases, and that no other code tells databases apart. */
class DialectFactsTest {
    private static final Path SOURCES = Path.of("src/main/java/io/shardkit");

    private static final Pattern PRODUCT = Pattern.compile("(?i)mysql|maria|postgres|pgjdbc|\\bh2|h2\\b|_h2_");

    /** Comments may name products, also where they say why a fact is asked for. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'|//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);

    /** The statements of moves are of the databases, but need columns and rows, which dialects do not know. */
    private static final Pattern STATEMENTS_OF_MOVES = Pattern.compile(
            "(io\\.shardkit\\.)?move[./](table[./](\\w+MoveSql|MoveSqls|JournalTrigger)|alter[./]AlterSql)(\\.java)?");

    /** Other engines have a connector of its own for each database. */
    private static final Pattern CONNECTORS = Pattern.compile("(io\\.shardkit\\.)?export[./]\\w+(\\.java)?");

    /** The classes that tell grammars of the parser apart, which are the parser's and not the databases'. */
    private static final Set<String> MAY_COMPARE = Set.of(
            // gives the parser the name of its grammar
            "io.shardkit.sql.read.DruidParser",
            // each of the parser's grammars has a visitor of its own
            "io.shardkit.sql.read.Walk");

    /** The places outside of the dialect that name products, and the reasons. */
    private static final Map<String, String> MAY_NAME = new TreeMap<>(Map.of(
            "error/ErrorCode.java", "the text of UNKNOWN_DATABASE says which databases there are",
            "sql/read/DruidParser.java", "the names of the parser's grammars",
            "sql/read/InsertReader.java", "the parser's own nodes for one grammar",
            "sql/read/NodeTypes.java", "the parser's own nodes for one grammar",
            "sql/read/QueryReader.java", "the parser's own nodes for one grammar",
            "sql/read/SelectReader.java", "the parser's own nodes for one grammar",
            "sql/read/Walk.java", "the parser's own visitors",
            "sql/read/WriteReader.java", "the parser's own nodes for one grammar"));

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.shardkit");

    @Test
    void nobodyElseTellsDialectsApart() {
        Set<String> comparing = ENGINE.stream()
                .filter(type -> !type.getPackageName().startsWith("io.shardkit.dialect"))
                .filter(type -> type.getAccessesFromSelf().stream().anyMatch(DialectFactsTest::tellsApart))
                .map(type -> type.getName().replaceFirst("\\$.*", ""))
                .filter(name -> !mayKnow(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(comparing).isEqualTo(new TreeSet<>(MAY_COMPARE));
    }

    private static boolean mayKnow(String name) {
        return STATEMENTS_OF_MOVES.matcher(name).matches()
                || CONNECTORS.matcher(name).matches();
    }

    /** Returns true if the access reads a constant, or tells one constant from another, as a switch does. */
    private static boolean tellsApart(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        boolean isDialect = owner.isEquivalentTo(Dialect.class) || owner.isEquivalentTo(Grammar.class);
        return isDialect
                && (access.getTarget().getName().matches("[A-Z][A-Z0-9_]*")
                        || List.of("ordinal", "name", "values", "valueOf", "compareTo", "equals")
                                .contains(access.getTarget().getName()));
    }

    @Test
    void nobodyElseNamesProducts() throws IOException {
        Set<String> naming = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted(Comparator.naturalOrder())
                    .toList()) {
                String name = SOURCES.relativize(file).toString().replace('\\', '/');
                if (!name.startsWith("dialect/")
                        && !mayKnow(name)
                        && PRODUCT.matcher(withoutComments(Files.readString(file)))
                                .find()) {
                    naming.add(name);
                }
            }
        }
        assertThat(naming).isEqualTo(MAY_NAME.keySet());
    }

    private static String withoutComments(String source) {
        Matcher matcher = COMMENT_OR_LITERAL.matcher(source);
        return matcher.replaceAll(
                found -> Matcher.quoteReplacement(found.group().startsWith("/") ? " " : found.group()));
    }
}
