package io.shardkit.sql.passthrough;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.passthrough.Passthrough.Kind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a statement does that names no table of the rule. Those that concern the whole connection, what was sent before
 * them, or tables that they do not name, are not for one database alone. Immutable.
 */
final class PassthroughRules {
    /** Statements to the transaction or the state of the connection. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "ABORT",
            "BEGIN",
            "COMMIT",
            "DISCARD",
            "END",
            "RELEASE",
            "RESET",
            "ROLLBACK",
            "SAVEPOINT",
            "SET",
            "START",
            "USE",
            "XA");

    /** Statements of which the text does not say what they run. */
    private static final Set<String> OF_ANY_TABLE = Set.of("RUNSCRIPT", "SHUTDOWN");

    /** What a DROP or ALTER, without the name of a table, takes from tables. */
    private static final Set<String> OBJECTS_OF_TABLES = Set.of("ALL", "DATABASE", "INDEX", "OWNED", "SCHEMA");

    /** Functions and variables that tell of the statement before. */
    private static final Set<String> OF_LAST_STATEMENT =
            Set.of("FOUND_ROWS", "IDENTITY", "LASTVAL", "LAST_INSERT_ID", "ROW_COUNT", "SCOPE_IDENTITY");

    /** And of the transaction, which may have begun later there than the logical one. */
    private static final Set<String> VARIABLES_OF_LAST_STATEMENT = Set.of(
            "@@AUTOCOMMIT",
            "@@ERROR_COUNT",
            "@@IDENTITY",
            "@@INSERT_ID",
            "@@IN_TRANSACTION",
            "@@LAST_INSERT_ID",
            "@@ROWCOUNT",
            "@@WARNING_COUNT");

    /** What a SHOW lists of which only a part is on one database, or that the statement before left. */
    private static final Set<String> SHOWN_BY_ALL =
            Set.of("COUNT", "ERRORS", "OPEN", "TABLE", "TABLES", "TRIGGERS", "WARNINGS");

    private static final Set<String> WRITES = Set.of("DELETE", "INSERT", "MERGE", "REPLACE", "UPDATE");

    private static final Set<String> TEMPORARY = Set.of("TEMPORARY", "TEMP");

    private final Set<String> committing;

    PassthroughRules(Dialect dialect) {
        this.committing = dialect.transactionWords().committingStatements();
    }

    /** What the statement does, or null if it is not for one database alone. */
    @Nullable Kind kind(StatementWords words) {
        if (isOfConnection(words) || isOfOtherTables(words) || isOfLastStatement(words) || assignsVariable(words)) {
            return null;
        }
        String first = words.at(0);
        if (setsLastKey(words)) {
            return Kind.OTHER;
        }
        return switch (first) {
            case "SELECT", "VALUES", "(", "TABLE", "WITH" -> query(words);
            case "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "HELP" -> words.has("ANALYZE") ? Kind.OTHER : Kind.QUERY;
            case "INSERT", "REPLACE" -> words.has("RETURNING") ? Kind.RETURNING_INSERT : Kind.INSERT;
            case "UPDATE", "MERGE" -> words.has("RETURNING") ? Kind.RETURNING_UPDATE : Kind.UPDATE;
            case "DELETE" -> words.has("RETURNING") ? Kind.RETURNING_DELETE : Kind.DELETE;
            case "CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "COMMENT" ->
                isOfTemporaryTable(words) ? Kind.OTHER : Kind.DDL;
            default -> committing.contains(first) ? Kind.COMMITTING : Kind.OTHER;
        };
    }

    /** Whether any database would answer the same: it reads nothing and calls nothing. */
    static boolean runsAnywhere(StatementWords words) {
        return words.is(0, "SELECT") && !words.has("(") && !words.has("FROM") && words.find(0, "NEXT", "VALUE") < 0;
    }

    /** Whether it sets the key that functions for the last one tell; those take no arguments. */
    static boolean setsLastKey(StatementWords words) {
        return words.calls("LAST_INSERT_ID") || words.calls("NEXTVAL");
    }

    private static Kind query(StatementWords words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            boolean called = words.is(i + 1, "(");
            boolean writes = WRITES.contains(word) && !called && !words.is(i - 1, "FOR") && !words.is(i - 1, ".");
            // A query that stores its rows, takes a value from a sequence, or holds a lock of its session.
            boolean keeps = word.equals("INTO")
                    || (called && (word.endsWith("LOCK") || word.contains("LOCK_") || word.endsWith("VAL")))
                    || (word.equals("NEXT") && words.is(i + 1, "VALUE"));
            if (writes || keeps) {
                return Kind.OTHER;
            }
        }
        boolean locks = words.find(0, "FOR", "UPDATE") >= 0
                || words.find(0, "FOR", "SHARE") >= 0
                || words.find(0, "FOR", "NO") >= 0
                || words.find(0, "FOR", "KEY") >= 0
                || words.find(0, "LOCK", "IN") >= 0;
        return locks ? Kind.LOCKING_QUERY : Kind.QUERY;
    }

    private static boolean isOfConnection(StatementWords words) {
        String first = words.at(0);
        return OF_CONNECTION.contains(first)
                || OF_ANY_TABLE.contains(first)
                || (first.equals("PREPARE") && (words.is(1, "TRANSACTION") || words.is(1, "COMMIT")))
                || (first.equals("EXPLAIN") && words.is(1, "SHARDING"))
                || (first.equals("GET") && words.has("DIAGNOSTICS"))
                || words.calls("SET_CONFIG")
                || isDynamic(words);
    }

    /** Whether it runs a text that is not to be seen here. */
    private static boolean isDynamic(StatementWords words) {
        int text = words.is(0, "PREPARE") ? words.find(0, "FROM") + 1 : words.is(1, "IMMEDIATE") ? 2 : 0;
        return text > 0 && !(words.isString(text) && text + 1 == words.size());
    }

    /** Whether it may change tables that it does not name. */
    private static boolean isOfOtherTables(StatementWords words) {
        return switch (words.at(0)) {
            case "DROP" ->
                (OBJECTS_OF_TABLES.contains(words.at(1)) && !namesTableOfIndex(words))
                        || (words.has("CASCADE") && !words.is(1, "TABLE") && !words.is(1, "VIEW"));
            case "ALTER" -> OBJECTS_OF_TABLES.contains(words.at(1));
            case "COMMENT" -> words.is(2, "INDEX") || words.is(2, "CONSTRAINT");
            case "TRUNCATE" -> words.is(1, "SCHEMA") || words.has("CASCADE");
            case "SHOW" ->
                SHOWN_BY_ALL.contains(words.at(1)) || (words.is(1, "FULL") && SHOWN_BY_ALL.contains(words.at(2)));
            default -> false;
        };
    }

    /** Whether it says whose index it drops. */
    private static boolean namesTableOfIndex(StatementWords words) {
        return words.is(1, "INDEX") && words.has("ON");
    }

    private static boolean isOfLastStatement(StatementWords words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            boolean asks = OF_LAST_STATEMENT.contains(word) && words.is(i + 1, "(") && words.is(i + 2, ")");
            boolean scoped = word.equals("@@SESSION") || word.equals("@@LOCAL");
            String variable = scoped ? "@@" + words.at(i + 2) : word;
            if (asks || VARIABLES_OF_LAST_STATEMENT.contains(variable)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it gives a variable of the user a value, which other databases would not have. */
    private static boolean assignsVariable(StatementWords words) {
        boolean into = words.has("INTO") || words.is(0, "CALL") || words.is(0, "{") || words.calls("SET");
        for (int i = 0; i < words.size(); i++) {
            if (words.isVariable(i) && (into || words.is(i + 1, ":="))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it makes or drops a table that only this connection sees, which commits nothing. */
    private static boolean isOfTemporaryTable(StatementWords words) {
        int at = words.is(1, "OR") ? 3 : 1;
        return TEMPORARY.contains(words.at(at)) || (words.is(at, "LOCAL") && TEMPORARY.contains(words.at(at + 1)));
    }
}
