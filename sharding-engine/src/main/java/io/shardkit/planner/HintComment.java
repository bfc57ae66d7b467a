package io.shardkit.planner;

import io.shardkit.error.ErrorCode;
import io.shardkit.hint.ShardingHint;
import io.shardkit.plan.Attempt;
import io.shardkit.sql.text.Characters;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A comment before a statement that says where it runs: {@code /* sharding: ds=ds1 *}{@code /}, or in the form of
 * ShardingSphere {@code /* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=ds1 *}{@code /}.
 *
 * @param dataSource the name that it gives, or null
 * @param scatterAllowed whether the statement may touch any number of units
 * @param primaryOnly whether replicas are left out
 * @param databases values for the database strategies of tables
 * @param tables values for the table strategies of tables
 */
record HintComment(
        @Nullable String dataSource,
        boolean scatterAllowed,
        boolean primaryOnly,
        Map<String, Object> databases,
        Map<String, Object> tables) {
    private static final String MARK = "sharding:";

    /** The prefixes of a comment in the form of ShardingSphere, in any case. */
    private static final List<String> OLDER = List.of("ShardingSphere_hint:", "ShardingSphere hint:");

    /** So many digits are always a long. */
    private static final int DIGITS_OF_LONG = 18;

    HintComment {
        databases = Map.copyOf(databases);
        tables = Map.copyOf(tables);
    }

    /** The comment of these words, or why it is refused. */
    static Attempt<HintComment> of(String words) {
        if (isOlder(words)) {
            return ofOlder(words.substring(words.indexOf(':') + 1));
        }
        String dataSource = null;
        boolean scatter = false;
        boolean primary = false;
        for (String part : words.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = part.substring(equals + 1).strip();
            if (name.equals("ds") && !value.isEmpty() && dataSource == null) {
                dataSource = value;
            } else if (name.equals("scatter") && value.equals("allow")) {
                scatter = true;
            } else if (name.isEmpty() && value.equals("primary")) {
                primary = true;
            } else {
                return Attempt.refused(
                        ErrorCode.HINT_INVALID,
                        "'" + part.strip() + "' is none of ds=<data source>, scatter=allow and primary");
            }
        }
        return Attempt.done(new HintComment(dataSource, scatter, primary, Map.of(), Map.of()));
    }

    /**
     * Reads a comment in the form of ShardingSphere; a setting without a counterpart here would lead elsewhere, and is
     * refused.
     */
    private static Attempt<HintComment> ofOlder(String words) {
        String dataSource = null;
        boolean primary = false;
        Map<String, Object> databases = new HashMap<>();
        Map<String, Object> tables = new HashMap<>();
        for (String part : words.split(",", -1)) {
            int equals = part.indexOf('=');
            String written = part.substring(0, Math.max(0, equals)).strip();
            String value = part.substring(equals + 1).strip();
            int dot = written.lastIndexOf('.');
            String table = written.substring(0, Math.max(0, dot)).strip();
            String name = written.substring(dot + 1).replace("_", "").toLowerCase(Locale.ROOT);
            boolean ofTable = !table.isEmpty() && !value.isEmpty();
            if (name.equals("datasourcename") && dot < 0 && !value.isEmpty()) {
                dataSource = value;
            } else if (name.equals("writerouteonly") && dot < 0 && value.equalsIgnoreCase("true")) {
                primary = true;
            } else if (name.equals("shardingdatabasevalue") && ofTable) {
                databases.put(table, value(value));
            } else if (name.equals("shardingtablevalue") && ofTable) {
                tables.put(table, value(value));
            } else if (!name.equals("disableauditnames") && !value.equalsIgnoreCase("false")) {
                return Attempt.refused(
                        ErrorCode.HINT_INVALID,
                        "'" + (equals < 0 ? part.strip() : written)
                                + "' is none of DATA_SOURCE_NAME, WRITE_ROUTE_ONLY, <table>.SHARDING_DATABASE_VALUE and"
                                + " <table>.SHARDING_TABLE_VALUE");
            }
        }
        return Attempt.done(new HintComment(dataSource, false, primary, databases, tables));
    }

    private static Object value(String text) {
        String digits = text.startsWith("-") ? text.substring(1) : text;
        return Characters.areDigits(digits, DIGITS_OF_LONG) ? (Object) Long.valueOf(text) : text;
    }

    /** Opens a scope for each thing that it says; they are closed in the opposite order. */
    Deque<ShardingHint> open() {
        Deque<ShardingHint> scopes = new ArrayDeque<>();
        if (dataSource != null) {
            scopes.push(ShardingHint.dataSource(dataSource));
        }
        if (scatterAllowed) {
            scopes.push(ShardingHint.allowScatter());
        }
        databases.forEach((table, value) -> scopes.push(ShardingHint.database(table, value)));
        tables.forEach((table, value) -> scopes.push(ShardingHint.table(table, value)));
        return scopes;
    }

    /**
     * Returns the content of the comment at the start of a statement, with the mark of the older form; only comments may
     * stand before it; null if there is none.
     */
    static @Nullable String words(String sql) {
        for (int at = afterBlanks(sql, 0); sql.startsWith("/*", at); ) {
            int close = sql.indexOf("*/", at + 2);
            if (close < 0) {
                return null;
            }
            String text = sql.substring(at + 2, close).strip();
            if (isOf(text, MARK)) {
                return text.substring(MARK.length());
            }
            if (isOlder(text)) {
                return text;
            }
            at = afterBlanks(sql, close + 2);
        }
        return null;
    }

    private static int afterBlanks(String sql, int from) {
        int at = from;
        while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isOlder(String words) {
        return OLDER.stream().anyMatch(mark -> isOf(words, mark));
    }

    private static boolean isOf(String words, String mark) {
        return words.regionMatches(true, 0, mark, 0, mark.length());
    }
}
