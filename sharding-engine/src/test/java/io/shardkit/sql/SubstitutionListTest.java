package io.shardkit.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.planner.OrderTables;
import io.shardkit.sql.form.ParserText;
import io.shardkit.sql.form.RecordedSubstitutions;
import io.shardkit.sql.form.Substitutions;
import io.shardkit.sql.text.SqlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Compares {@code substitutions.yaml} with what the parser is given instead of the user's SQL. */
class SubstitutionListTest {
    private static final Path LIST = Path.of("src", "test", "resources", "substitutions.yaml");

    /** The methods that write a statement anew instead of replacing some of its tokens. */
    private static final Set<String> REWRITES = Set.of(
            "CommonTablesForm.ofInsert", "InsertSubstitutions.forParser", "LimitForm.ofTop", "LimitForm.withNames");

    /** A substitution: the method that makes it, a statement and what the parser gets for it. */
    record Entry(String by, Dialect dialect, String sql, String parser) {}

    /** A parser whose substitutions are recorded. */
    private static final class RecordedParser extends SqlParser {
        private final Dialect dialect;
        private final @Nullable String without;
        private @Nullable RecordedSubstitutions forms;

        RecordedParser(Dialect dialect, @Nullable String without) {
            super(OrderTables.rule(), OrderTables.catalog(), dialect);
            this.dialect = dialect;
            this.without = without;
        }

        @Override
        ParserText parserText(SqlText text, Grammar grammar) {
            forms = new RecordedSubstitutions(text, dialect, grammar, without);
            return forms.parserText();
        }
    }

    static List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        Map<String, List<Map<String, String>>> list = new Yaml().load(Files.readString(LIST));
        list.forEach((by, all) -> all.forEach(each -> {
            String dialect = each.keySet().iterator().next();
            entries.add(new Entry(by, Dialect.valueOf(dialect), each.get(dialect), each.get("parser")));
        }));
        return entries;
    }

    @Test
    void eachMethodIsListed() throws IOException {
        Set<String> methods = new ClassFileImporter()
                .importPath(Path.of("target", "classes", "io", "shardkit", "sql", "form")).stream()
                        .filter(type -> !type.isEquivalentTo(Substitutions.class))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(SubstitutionListTest::substitutes)
                        .map(call -> call.getOriginOwner().getSimpleName() + "."
                                + call.getOrigin().getName())
                        .collect(Collectors.toCollection(TreeSet::new));
        methods.addAll(REWRITES);
        assertThat(entries().stream().map(Entry::by).distinct()).containsExactlyElementsOf(methods);
    }

    private static boolean substitutes(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(Substitutions.class)
                && call.getTarget().getRawReturnType().isEquivalentTo(void.class);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void parserIsGivenWhatIsListed(Entry entry) throws SQLException {
        RecordedParser parser = new RecordedParser(entry.dialect(), null);
        parser.parse(entry.sql());
        assertThat(parser.forms).isNotNull();
        assertThat(parser.forms.forParser().replaceAll("\\s+", " ").strip()).isEqualTo(entry.parser());
        assertThat(REWRITES.contains(entry.by()) || parser.forms.made().contains(entry.by()))
                .as(parser.forms.made().toString())
                .isTrue();
    }

    /** A newer parser may read what an older one could not. */
    @ParameterizedTest
    @MethodSource("entries")
    void noneIsNeedless(Entry entry) throws SQLException {
        if (!REWRITES.contains(entry.by())) {
            SqlText text = new SqlText(entry.sql(), entry.dialect());
            assertThat(read(text, entry, entry.by())).isNotEqualTo(read(text, entry, null));
        }
    }

    private static Object read(SqlText text, Entry entry, @Nullable String without) {
        try {
            return new RecordedParser(entry.dialect(), without).parse(text);
        } catch (SQLException e) {
            return e.getMessage();
        }
    }
}
