package io.shardkit.sql.passthrough;

import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.Token;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds functions of the catalog that are given the name of a sharded table as a text; no database has that table. */
public final class CalledTables {
    private CalledTables() {}

    /** The first such call, for a message; or null. */
    public static @Nullable String find(String sql, List<Token> tokens, ShardMap rule, Dialect dialect) {
        if (dialect.catalog().functionsOfTables().isEmpty()) {
            return null;
        }
        int call = -1;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            String text = sql.substring(token.start(), token.end());
            if (call >= 0 && token.depth() <= tokens.get(call).depth() && !text.equals("(")) {
                call = -1;
            }
            boolean name = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
            boolean opens =
                    i + 1 < tokens.size() && sql.charAt(tokens.get(i + 1).start()) == '(';
            if (name && opens && isOfTables(text, dialect)) {
                call = i;
            } else if (call >= 0 && token.kind() == Token.Kind.STRING && isSharded(text, rule)) {
                return sql.substring(tokens.get(call).start(), tokens.get(call).end()) + "(" + text + ")";
            }
        }
        return null;
    }

    private static boolean isOfTables(String name, Dialect dialect) {
        String plain = Token.stripQuotes(name).toLowerCase(Locale.ROOT);
        return dialect.catalog().functionsOfTables().stream().anyMatch(plain::startsWith);
    }

    private static boolean isSharded(String literal, ShardMap rule) {
        String name = literal.length() < 2 ? "" : literal.substring(1, literal.length() - 1);
        return rule.shardedTable(Token.stripQuotes(name.substring(name.lastIndexOf('.') + 1))) != null;
    }
}
