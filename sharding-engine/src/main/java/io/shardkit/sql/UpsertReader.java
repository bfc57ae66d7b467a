package io.shardkit.sql;

import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads from the tokens of an INSERT what it does with a row that is there already. */
final class UpsertReader {
    private final SqlText text;

    UpsertReader(SqlText text) {
        this.text = text;
    }

    /**
     * @param values the token VALUES
     * @param end the token after the last row
     */
    ParsedStatement.@Nullable Upsert read(int values, int end) throws SQLException {
        boolean ignores = text.is(0, "INSERT") && text.is(1, "IGNORE") && values > 1;
        if (text.is(end, "ON") && text.is(end + 1, "DUPLICATE")) {
            return new ParsedStatement.Upsert("ON DUPLICATE KEY UPDATE", ignores, assigned(end + 4, text.size()));
        }
        if (text.is(end, "ON") && text.is(end + 1, "CONFLICT")) {
            return conflict(end);
        }
        if (text.is(0, "REPLACE")) {
            return new ParsedStatement.Upsert("REPLACE", false, List.of());
        }
        return ignores ? new ParsedStatement.Upsert("IGNORE", true, List.of()) : null;
    }

    private ParsedStatement.Upsert conflict(int on) throws SQLException {
        int action = text.find(on, text.size(), 0, "DO");
        if (text.is(on + 2, "ON") || action < 0) {
            throw ErrorCode.INSERT_FORM.exception("ON CONFLICT ON CONSTRAINT");
        }
        if (text.is(action + 1, "NOTHING")) {
            return new ParsedStatement.Upsert("ON CONFLICT DO NOTHING", false, List.of());
        }
        int where = text.find(action, text.size(), 0, "WHERE", "RETURNING");
        int end = where < 0 ? text.size() : where;
        return new ParsedStatement.Upsert("ON CONFLICT DO UPDATE", false, assigned(action + 3, end));
    }

    private List<String> assigned(int from, int to) throws SQLException {
        List<String> names = new ArrayList<>();
        for (int[] part : text.split(from, to, 0)) {
            int equals = text.find(part[0], part[1], 0, "=");
            if (equals <= part[0]) {
                throw ErrorCode.UNSTABLE_PARSE.exception("an assignment");
            }
            boolean several = text.is(part[0], "(");
            for (int i = several ? part[0] + 1 : equals - 1; i < equals; i++) {
                if (!text.isOneOf(i, ",", ")")) {
                    names.add(Marks.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
