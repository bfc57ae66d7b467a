package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The strings that a database takes for its own time, as PostgreSQL does with {@code 'now'}: each copy of a broadcast
 * table would get a different time. Immutable.
 *
 * @param words the strings that a database takes for its own time, in lower case
 * @param times names of the columns that hold times
 */
record TimeWords(String table, Set<String> words, Set<String> times, int parameterCount) implements Given {
    private static final Set<String> TYPES = Set.of("timestamp", "timestamptz", "date", "time", "timetz");

    /**
     * Returns the reason that a write of a broadcast table is refused, or null if it is not.
     *
     * @param given gets the checks of the parameters of each execution
     */
    static @Nullable Refusal check(ParsedStatement statement, Tables tables, Dialect dialect, List<Given> given) {
        TimeWords words = of(statement, tables, dialect);
        if (words == null) {
            return null;
        }
        given.add(words);
        return words.refusal(statement);
    }

    /**
     * Returns the time words of a statement; null if the database knows no such words, or nothing in the statement is of
     * time.
     */
    private static @Nullable TimeWords of(ParsedStatement statement, Tables tables, Dialect dialect) {
        Set<String> words = dialect.clock().words();
        if (words.isEmpty()) {
            return null;
        }
        SqlText text = statement.text();
        Set<String> times = tables.uses().stream()
                .flatMap(use -> tables.columns(use.id()).stream())
                .filter(column -> isOfTime(column.typeName()))
                .map(Column::name)
                .collect(Collectors.toUnmodifiableSet());
        return times.isEmpty() && IntStream.range(0, text.size()).noneMatch(i -> isOfTime(text.string(i)))
                ? null
                : new TimeWords(tables.uses().get(0).name(), words, times, text.parameterCount());
    }

    private static boolean isOfTime(String type) {
        int name = type.indexOf(' ');
        return TYPES.contains((name < 0 ? type : type.substring(0, name)).toLowerCase(Locale.ROOT));
    }

    /** Returns the reason that a literal of the statement is refused, or null if none is. */
    private @Nullable Refusal refusal(ParsedStatement statement) {
        SqlText text = statement.text();
        String computed = computed(text);
        if (computed != null) {
            return refused(computed);
        }
        Stream<String> strings = IntStream.range(0, text.size())
                .filter(i -> text.token(i).kind() == Token.Kind.STRING)
                .mapToObj(text::string)
                .map(string -> string.substring(string.indexOf('\'') + 1, string.length() - 1));
        // Rows of plain values have no tokens.
        Stream<String> plain = statement instanceof ParsedStatement.Insert insert
                ? insert.rows().stream()
                        .flatMap(row -> row.values().stream())
                        .map(value -> value instanceof Value.Literal literal ? literal.value() : null)
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                : Stream.of();
        return Stream.concat(strings, plain)
                .map(this::refusal)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public @Nullable Refusal refusal(Parameters parameters) throws SQLException {
        for (int i = 0; i < parameterCount; i++) {
            if (parameters.value(i) instanceof String text) {
                Refusal refusal = refusal(text);
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    /** A conversion to a type of time of what is not known here, or a text with escapes; null if there is none. */
    private @Nullable String computed(SqlText text) {
        for (int i = 0; i < text.size(); i++) {
            boolean odd = text.token(i).kind() == Token.Kind.STRING && isOdd(text, i);
            boolean converts = isOfTime(text.string(i)) && text.isOneOf(i - 1, "::", "AS") && !isKnown(text, i - 2);
            if (odd || converts) {
                return text.part(Math.max(0, i - 2), i + 1);
            }
        }
        return null;
    }

    /** Returns true if a string with a prefix, or in dollars, may mean one of the words. */
    private boolean isOdd(SqlText text, int index) {
        String string = text.string(index).toLowerCase(Locale.ROOT);
        boolean prefixed =
                index > 0 && text.token(index - 1).end() == text.token(index).start() && text.isName(index - 1);
        boolean escaped = string.contains("\\") || words.stream().anyMatch(string::contains);
        return (prefixed || !string.startsWith("'")) && escaped;
    }

    /** Returns true if the value at the index is cast on its own, or is a time column. */
    private boolean isKnown(SqlText text, int index) {
        boolean value =
                switch (text.token(index).kind()) {
                    case STRING, PARAMETER -> true;
                    default -> false;
                };
        boolean alone = text.is(index + 1, "::") || (text.is(index - 1, "(") && text.is(index - 2, "CAST"));
        return value
                ? alone
                : times.contains(Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT));
    }

    /** Returns the reason that such a string is refused, or null if it is not one of the words. */
    private @Nullable Refusal refusal(String text) {
        return words.contains(text.strip().toLowerCase(Locale.ROOT)) ? refused("'" + text + "'") : null;
    }

    private Refusal refused(String what) {
        return new Refusal(
                ErrorCode.BROADCAST_WRITE, table + " with " + what + ", which each database may take for its own time");
    }
}
