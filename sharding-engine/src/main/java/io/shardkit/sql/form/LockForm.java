package io.shardkit.sql.form;

import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The locking clauses at the end of a SELECT, read from the tokens; the parser does not see them.
 *
 * @param from the first token
 * @param tables the tokens that name the locked tables, by the labels of FROM
 */
public record LockForm(int from, List<Integer> tables) {

    /** The locking clauses from this token to the end of the text, or null if there is something else. */
    static @Nullable LockForm at(SqlText text, int from) {
        List<Integer> tables = new ArrayList<>();
        int at = from;
        while (at < text.size()) {
            int start = at;
            if (text.is(at, "LOCK") && text.is(at + 1, "IN") && text.is(at + 2, "SHARE") && text.is(at + 3, "MODE")) {
                at += 4;
            } else if (text.is(at, "FOR")) {
                at = behindStrength(text, at + 1);
            }
            if (at == start) {
                return null;
            }
            if (text.is(at, "OF")) {
                do {
                    tables.add(at + 1);
                    at += 2;
                } while (text.is(at, ","));
            }
            if (text.is(at, "NOWAIT")) {
                at++;
            } else if (text.is(at, "SKIP") && text.is(at + 1, "LOCKED")) {
                at += 2;
            } else if (text.is(at, "WAIT")
                    && at + 1 < text.size()
                    && text.token(at + 1).kind() == Token.Kind.NUMBER) {
                at += 2;
            }
        }
        boolean named = tables.stream().allMatch(i -> i < text.size() && isName(text.token(i)));
        return named && at == text.size() ? new LockForm(from, tables) : null;
    }

    private static boolean isName(Token token) {
        return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
    }

    private static int behindStrength(SqlText text, int at) {
        if (text.isOneOf(at, "UPDATE", "SHARE")) {
            return at + 1;
        }
        if (text.is(at, "KEY") && text.is(at + 1, "SHARE")) {
            return at + 2;
        }
        boolean noKey = text.is(at, "NO") && text.is(at + 1, "KEY") && text.is(at + 2, "UPDATE");
        return noKey ? at + 3 : at - 1;
    }
}
