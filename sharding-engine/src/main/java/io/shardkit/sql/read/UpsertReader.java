package io.shardkit.sql.read;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.RowAlias;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads from the tokens of an INSERT what it does with a row that is there already. */
final class UpsertReader {
    private final SqlText text;
    private final int tables;
    private final RowAlias alias;

    /**
     * @param tables how many tables the statement has
     * @param alias how it names the rows to insert
     */
    UpsertReader(SqlText text, int tables, RowAlias alias) {
        this.text = text;
        this.tables = tables;
        this.alias = alias;
    }

    /**
     * @param values the token VALUES
     * @param end the token after the last row
     * @param assigned for each assignment the value that is known when the statement is bound, or null; none if no value is
     *     asked for
     */
    ParsedStatement.@Nullable Upsert read(int values, int end, List<@Nullable Value> assigned) throws SQLException {
        int option = text.isOneOf(1, "LOW_PRIORITY", "HIGH_PRIORITY") ? 2 : 1;
        boolean ignores = text.is(0, "INSERT") && text.is(option, "IGNORE") && values > option;
        if (text.is(end, "ON") && text.is(end + 1, "DUPLICATE")) {
            int returning = text.find(end, text.size(), 0, "RETURNING");
            return upsert(
                    ParsedStatement.Upsert.DUPLICATE_KEY,
                    List.of(),
                    ignores,
                    end + 4,
                    returning < 0 ? text.size() : returning,
                    assigned);
        }
        if (text.is(end, "ON") && text.is(end + 1, "CONFLICT")) {
            return conflict(end, assigned);
        }
        if (text.is(0, "REPLACE")) {
            return ParsedStatement.Upsert.withoutAssignments(ParsedStatement.Upsert.REPLACE, List.of(), false);
        }
        return ignores ? ParsedStatement.Upsert.withoutAssignments("IGNORE", List.of(), true) : null;
    }

    private ParsedStatement.Upsert conflict(int on, List<@Nullable Value> assigned) throws SQLException {
        int action = text.find(on, text.size(), 0, "DO");
        if (action < 0) {
            throw ShardingExceptions.of(ErrorCode.INSERT_FORM, "ON CONFLICT without DO");
        }
        if (text.is(on + 2, "ON") && text.is(on + 3, "CONSTRAINT")) {
            return conflict(action, List.of(), assigned).on(text.span(on + 4, on + 5));
        }
        return conflict(action, target(on + 2, action), assigned);
    }

    private ParsedStatement.Upsert conflict(int action, List<String> target, List<@Nullable Value> assigned)
            throws SQLException {
        if (text.is(action + 1, "NOTHING")) {
            return ParsedStatement.Upsert.withoutAssignments("ON CONFLICT DO NOTHING", target, false);
        }
        int where = text.find(action, text.size(), 0, "WHERE", "RETURNING");
        int end = where < 0 ? text.size() : where;
        return upsert("ON CONFLICT DO UPDATE", target, false, action + 3, end, assigned);
    }

    /** The columns in parentheses; with whatever else stands there they are those of no key. */
    private List<String> target(int open, int action) {
        List<String> target = new ArrayList<>();
        for (int token = open + 1; token < action && !text.is(token, ")"); token++) {
            if (!text.is(token, ",")) {
                target.add(name(token));
            }
        }
        return target;
    }

    private ParsedStatement.Upsert upsert(
            String form, List<String> target, boolean ignores, int from, int to, List<@Nullable Value> assigned)
            throws SQLException {
        List<int[]> parts = text.split(from, to, 0);
        Map<String, Value> values = new HashMap<>();
        List<String> names = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int[] part = parts.get(i);
            Value value = assigned.size() == parts.size() ? assigned.get(i) : null;
            int equals = text.find(part[0], part[1], 0, "=");
            if (equals <= part[0]) {
                throw ShardingExceptions.of(ErrorCode.UNSTABLE_PARSE, "an assignment");
            }
            boolean several = text.is(part[0], "(");
            for (int token = several ? part[0] + 1 : equals - 1; token < equals; token++) {
                if (!text.isOneOf(token, ",", ")")) {
                    String column = name(token);
                    names.add(column);
                    if (several || !isSame(column, equals + 1, part[1])) {
                        changed.add(column);
                        if (value != null && !several) {
                            values.put(column, value);
                        }
                    } else if (text.isOneOf(equals + 1, "VALUES", "VALUE", "EXCLUDED") && part[1] > equals + 2) {
                        taken.add(column);
                    }
                }
            }
        }
        values.keySet().removeIf(column -> Collections.frequency(names, column) > 1);
        return new ParsedStatement.Upsert(
                form,
                target,
                null,
                ignores,
                new ParsedStatement.UpsertedValues(names, changed, taken, Map.copyOf(values)));
    }

    /**
     * Returns true if the tokens are the column itself, or the value that the row to insert has for the column. Without
     * another table, a qualifier can only name the target or the row to insert.
     */
    private boolean isSame(String column, int from, int to) {
        return switch (to - from) {
            case 1 -> inserted(from).equals(column) && tables == 1;
            case 3 ->
                text.is(from + 1, ".")
                        && (alias.qualifies(text, from) ? inserted(to - 1) : name(to - 1)).equals(column)
                        && tables == 1;
            case 4 ->
                text.isOneOf(from, "VALUES", "VALUE")
                        && text.is(from + 1, "(")
                        && name(from + 2).equals(column)
                        && text.is(from + 3, ")");
            case 6 ->
                text.isOneOf(from, "VALUES", "VALUE")
                        && text.is(from + 1, "(")
                        && text.is(from + 3, ".")
                        && name(from + 4).equals(column)
                        && text.is(from + 5, ")");
            default -> false;
        };
    }

    /** The column that a name means which may be one of those that the rows to insert give their columns. */
    private String inserted(int token) {
        return Token.stripQuotes(alias.written(text.string(token))).toLowerCase(Locale.ROOT);
    }

    private String name(int token) {
        return Token.stripQuotes(text.string(token)).toLowerCase(Locale.ROOT);
    }
}
