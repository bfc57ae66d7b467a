package io.shardkit.sql.passthrough;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.sql.passthrough.Passthrough.Kind;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells the kind of a statement that names no table of the rule. Statements that concern the whole connection, what was
 * sent before them, or tables that they do not name, are not for one database alone. Immutable.
 */
final class PassthroughRules {
    /** The kinds of objects that a DROP or ALTER takes from tables without naming a table. */
    private static final Set<String> OBJECTS_OF_TABLES = Set.of("ALL", "DATABASE", "INDEX", "OWNED", "SCHEMA");

    /** The kinds of objects whose DROP takes nothing of a table along, except values that the object gives to rows. */
    private static final Set<String> DROPPED_ALONE = Set.of("TABLE", "VIEW", "MATERIALIZED", "SEQUENCE");

    private static final Set<String> WRITES = Set.of("DELETE", "INSERT", "MERGE", "REPLACE", "UPDATE");

    private static final Set<String> TEMPORARY = Set.of("TEMPORARY", "TEMP");

    private final Set<String> committing;
    private final CommandRules commands;
    private final Dialect dialect;
    private final boolean several;

    /** @param several whether there are several databases, of which such statements reach one */
    PassthroughRules(Dialect dialect, boolean several) {
        this.dialect = dialect;
        this.several = several;
        this.committing = dialect.transactionWords().committingStatements();
        this.commands = dialect.commands();
    }

    /** Returns the kind of the statement, or null if the statement is not for one database alone. */
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

    /** Returns true if any database would answer the same: the statement reads nothing and calls nothing. */
    static boolean runsAnywhere(StatementWords words) {
        return words.is(0, "SELECT") && !words.has("(") && !words.has("FROM") && words.find(0, "NEXT", "VALUE") < 0;
    }

    /** Returns true if the statement sets the last generated key; the functions that tell this key take no arguments. */
    static boolean setsLastKey(StatementWords words) {
        return words.calls("LAST_INSERT_ID") || words.calls("NEXTVAL");
    }

    private static Kind query(StatementWords words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            String called = words.called(i);
            boolean writes =
                    WRITES.contains(word) && called.isEmpty() && !words.is(i - 1, "FOR") && !words.is(i - 1, ".");
            // A query that stores its rows, takes a value from a sequence, or holds a lock of its session.
            boolean keeps = word.equals("INTO")
                    || called.endsWith("LOCK")
                    || called.contains("LOCK_")
                    || called.endsWith("VAL")
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

    private boolean isOfConnection(StatementWords words) {
        String first = words.at(0);
        return commands.connectionStatements().contains(first)
                || commands.statementsOfUnknownTables().contains(first)
                || (first.equals("PREPARE") && (words.is(1, "TRANSACTION") || words.is(1, "COMMIT")))
                || (first.equals("EXPLAIN") && words.is(1, "SHARDING"))
                || (first.equals("GET") && words.has("DIAGNOSTICS"))
                || words.calls("SET_CONFIG")
                || (words.has("UPDATE") && commands.writableSettings().stream().anyMatch(words::names))
                || isDynamic(words);
    }

    /** Returns true if the statement runs SQL that is not visible here, or would not be for one database alone. */
    private boolean isDynamic(StatementWords words) {
        int text = words.is(0, "PREPARE") ? (words.is(2, "FROM") ? 3 : 0) : words.is(1, "IMMEDIATE") ? 2 : 0;
        if (text == 0) {
            return false;
        }
        String run = text + 1 == words.size() ? words.plainString(text) : null;
        return run == null || isRefused(run);
    }

    private boolean isRefused(String run) {
        try {
            StatementWords words = new StatementWords(run, Tokenizer.tokenizeUnread(run, dialect));
            return words.has(";") || kind(words) == null;
        } catch (SQLException unread) {
            return true;
        }
    }

    /** Returns true if the statement may change or lock tables that it does not name. */
    private boolean isOfOtherTables(StatementWords words) {
        return switch (words.at(0)) {
            case "DROP" ->
                (OBJECTS_OF_TABLES.contains(words.at(1)) && !namesTableOfIndex(words))
                        || (reachesTables(words) && !cascadesToTables(words));
            case "ALTER" -> OBJECTS_OF_TABLES.contains(words.at(1));
            case "COMMENT" -> words.is(2, "INDEX") || words.is(2, "CONSTRAINT");
            case "TRUNCATE" -> words.is(1, "SCHEMA") || words.has("CASCADE");
            case "BACKUP" -> several;
            case "FLUSH" -> several && (words.find(0, "READ", "LOCK") >= 0 || words.find(0, "FOR", "EXPORT") >= 0);
            case "SHOW" -> {
                int what = words.is(1, "FULL") ? 2 : 1;
                yield commands.shownFromAll().contains(words.at(what)) && !isOfCatalog(words, what + 1);
            }
            default -> false;
        };
    }

    /** Returns true if a SHOW lists the views of the database's own catalog. */
    private boolean isOfCatalog(StatementWords words, int from) {
        int at = words.is(from, "STATUS") ? from + 1 : from;
        return (words.is(at, "FROM") || words.is(at, "IN"))
                && dialect.catalog()
                        .catalogSchemas()
                        .contains(words.name(at + 1).toUpperCase(Locale.ROOT));
    }

    private static boolean reachesTables(StatementWords words) {
        return words.is(0, "DROP") && words.has("CASCADE") && !DROPPED_ALONE.contains(words.at(1));
    }

    /**
     * Returns true if the statement drops a type, a routine or the like, with columns, defaults and triggers of tables
     * that it does not name. Such a statement must not run as it is; without its last word the database drops only what
     * nothing depends on, or fails.
     */
    boolean cascadesToTables(StatementWords words) {
        int last = words.size() - 1;
        // The word right after the kind of object is its name.
        return commands.dropsByCascade() && reachesTables(words) && words.is(last, "CASCADE") && last > 2;
    }

    /** Returns true if a DROP INDEX names the table of the index. */
    private static boolean namesTableOfIndex(StatementWords words) {
        return words.is(1, "INDEX") && words.has("ON");
    }

    private boolean isOfLastStatement(StatementWords words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.at(i);
            boolean asks = commands.lastStatementFunctions().contains(words.called(i)) && words.is(i + 2, ")");
            boolean scoped = word.equals("@@SESSION") || word.equals("@@LOCAL");
            String variable = scoped ? "@@" + words.at(i + 2) : word;
            if (asks || commands.lastStatementVariables().contains(variable)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the statement gives a user variable a value, which other databases would not have. */
    private static boolean assignsVariable(StatementWords words) {
        boolean into = words.has("INTO") || words.is(0, "CALL") || words.is(0, "{") || words.calls("SET");
        for (int i = 0; i < words.size(); i++) {
            if (words.isVariable(i) && (into || words.is(i + 1, ":="))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the statement makes or drops a temporary table, which commits nothing. */
    private static boolean isOfTemporaryTable(StatementWords words) {
        int at = words.is(1, "OR") ? 3 : 1;
        return TEMPORARY.contains(words.at(at)) || (words.is(at, "LOCAL") && TEMPORARY.contains(words.at(at + 1)));
    }
}
