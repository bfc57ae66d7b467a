package io.shardkit.planner;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Refusal;
import io.shardkit.sql.text.FirstWords;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what to do about a refused statement that is neither a query nor a write. The action of an error code speaks of
 * queries and writes, and would be impossible for many others.
 */
final class RefusedStatements {
    /** More words do not tell statements apart. */
    private static final int MOST_WORDS = 8;

    private static final Set<ErrorCode> OF_KIND = EnumSet.of(
            ErrorCode.UNPARSABLE,
            ErrorCode.UNSTABLE_PARSE,
            ErrorCode.UNSUPPORTED_STATEMENT,
            ErrorCode.UNSUPPORTED_SYNTAX,
            ErrorCode.SEVERAL_UNITS,
            ErrorCode.TABLES_APART);

    private static final String ON_EACH =
            "If the database has it, run it on each data source, for the actual tables, through the data source's own pool.";

    private static final String NO_LOCK = "No lock spans several servers: lock rows by SELECT ... FOR UPDATE.";

    private static final String OF_NAME = "Make a table of the new name, configure it, and copy the rows.";

    private static final String OF_ACCOUNTS = "Run it on each data source, through the data source's own pool.";

    private static final String OF_SETTINGS =
            "Set it on the servers, or in the URLs or initial SQL of the pools, so that all connections have it.";

    /** First words of statements by which programs that dump a database lock it. */
    private static final Set<String> OF_DUMPS = Set.of("FLUSH", "LOCK", "START");

    /** By the first word. */
    private static final Map<String, String> ACTIONS = Map.ofEntries(
            Map.entry("SET", OF_SETTINGS),
            Map.entry("RESET", OF_SETTINGS),
            Map.entry("GRANT", ON_EACH),
            Map.entry("REVOKE", ON_EACH),
            Map.entry("ANALYZE", ON_EACH),
            Map.entry("ANALYSE", ON_EACH),
            Map.entry("VACUUM", ON_EACH),
            Map.entry("OPTIMIZE", ON_EACH),
            Map.entry("CHECK", ON_EACH),
            Map.entry("CHECKSUM", ON_EACH),
            Map.entry("REPAIR", ON_EACH),
            Map.entry("REINDEX", ON_EACH),
            Map.entry("CLUSTER", ON_EACH),
            Map.entry("FLUSH", NO_LOCK),
            Map.entry("LOAD", "Insert the rows in batches of INSERT."),
            Map.entry("COPY", "Insert the rows in batches of INSERT, or read them by SELECT with a fetch size."),
            Map.entry("HANDLER", "Read the rows by SELECT."),
            Map.entry("PREPARE", "Prepare the statement by the driver."),
            Map.entry("EXECUTE", "Prepare the statement by the driver."),
            Map.entry("DECLARE", "Read the rows by SELECT with a fetch size."),
            Map.entry("LOCK", NO_LOCK),
            Map.entry("START", "Begin the transaction without a snapshot: none spans several servers."),
            Map.entry("CALL", "Send the statements of the procedure one by one."),
            Map.entry("BEGIN", "Send the statements of the block one by one."),
            Map.entry("DO", "Send the statements of the block one by one."),
            Map.entry(
                    "XA",
                    "Set sharding.transaction.cross-source to atomic, or let a transaction manager enlist the data source with"
                            + " the module sharding-jta."),
            Map.entry("USE", "Leave it out: the URL of each data source chooses its schema."));

    /** By a word of a statement that defines something. */
    private static final Map<String, String> OF_DDL = Map.of(
            "VIEW", "Put the query of the view into the statements that would read it.",
            "TRIGGER", "Run it on each data source, for each actual table, through the data source's own pool.",
            "PROCEDURE", "Send the statements of the procedure from the application.",
            "FUNCTION", "Send the statements of the function from the application.",
            "EVENT", "Send the statement of the event from a scheduler of the application.");

    private RefusedStatements() {}

    /** The refusal of a text, with what to do about a statement of its kind. */
    static Refusal advised(Refusal refusal, String sql, Dialect dialect) {
        if (refusal.action() != null || !OF_KIND.contains(refusal.code())) {
            return refusal;
        }
        List<String> words = FirstWords.of(sql, dialect, MOST_WORDS);
        String action = action(words, refusal);
        String ofDumps = words.isEmpty() || !OF_DUMPS.contains(words.get(0))
                ? ""
                : dialect.commands().dumpAdvice();
        return action == null ? refusal : refusal.advising(action + ofDumps);
    }

    private static @Nullable String action(List<String> words, Refusal refusal) {
        String first = words.isEmpty() ? "" : words.get(0);
        boolean understood = isUnderstood(refusal);
        return switch (first) {
            case "CREATE" -> ofCreate(words, refusal);
            case "ALTER" -> understood ? null : ofDdl(words);
            case "DROP" -> understood ? null : isOfAccounts(words) ? OF_ACCOUNTS : ON_EACH;
            case "RENAME" -> OF_NAME;
            case "EXPLAIN" -> words.contains("SHARDING") ? "Leave out EXPLAIN SHARDING, which explains itself." : null;
            case "SET" -> ofSet(words, refusal);
            default -> understood ? null : ACTIONS.get(first);
        };
    }

    private static @Nullable String ofCreate(List<String> words, Refusal refusal) {
        int table = words.indexOf("TABLE");
        if (table < 0) {
            return isUnderstood(refusal) ? null : ofDdl(words);
        }
        int name = words.contains("IF") ? table + 4 : table + 1;
        if (words.subList(Math.min(name, words.size()), Math.min(name + 2, words.size()))
                .contains("LIKE")) {
            return "Name the columns in place of LIKE.";
        }
        if (isUnderstood(refusal)) {
            return null;
        }
        if (words.subList(0, table).contains("TEMPORARY")
                || words.subList(0, table).contains("TEMP")) {
            return "Put the query of the table into the statements that would read it, by WITH or as a derived table.";
        }
        boolean ofQuery = words.contains("AS") || words.contains("SELECT");
        return ofQuery ? "Create the table with its columns, and fill it by INSERT ... SELECT." : ON_EACH;
    }

    private static String ofSet(List<String> words, Refusal refusal) {
        if (refusal.detail().contains(" instead")) {
            return "Use what is named.";
        }
        boolean ofAccount = words.contains("PASSWORD") || words.contains("ROLE");
        return ofAccount ? OF_ACCOUNTS : OF_SETTINGS;
    }

    private static boolean isOfAccounts(List<String> words) {
        return words.size() > 1 && (words.get(1).equals("USER") || words.get(1).equals("ROLE"));
    }

    /** Returns true if only the places of the tables are in the way, of which the code speaks. */
    private static boolean isUnderstood(Refusal refusal) {
        return refusal.code() == ErrorCode.SEVERAL_UNITS || refusal.code() == ErrorCode.TABLES_APART;
    }

    private static @Nullable String ofDdl(List<String> words) {
        if (words.contains("RENAME") && words.contains("TABLE")) {
            return OF_NAME;
        }
        if (isOfAccounts(words)) {
            return OF_ACCOUNTS;
        }
        for (String word : words) {
            String action = OF_DDL.get(word);
            if (action != null) {
                return action;
            }
        }
        return ON_EACH;
    }
}
