package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.CommandRules;
import java.util.Set;

/** How MySQL takes statements about sessions and the server. */
class MysqlCommands implements CommandRules {
    private static final Set<String> SETTINGS = Set.of(
            "foreign_key_checks",
            "group_concat_max_len",
            "idle_transaction_timeout",
            "innodb_lock_wait_timeout",
            "interactive_timeout",
            "join_buffer_size",
            "lock_wait_timeout",
            "long_query_time",
            "max_execution_time",
            "max_statement_time",
            "net_read_timeout",
            "net_write_timeout",
            "note_verbosity",
            "read_buffer_size",
            "read_rnd_buffer_size",
            "sort_buffer_size",
            "sql_notes",
            "sql_safe_updates",
            "time_zone",
            "unique_checks",
            "wait_timeout");

    /** Those that SET NAMES sets on one server or another, which all compare letters without their case. */
    private static final Set<String> COLLATIONS =
            Set.of("utf8mb4_0900_ai_ci", "utf8mb4_general_ci", "utf8mb4_uca1400_ai_ci", "utf8mb4_unicode_ci");

    private static final Set<String> CONNECTION =
            Set.of("BEGIN", "COMMIT", "RELEASE", "RESET", "ROLLBACK", "SAVEPOINT", "SET", "START", "USE", "XA");

    private static final Set<String> LAST_STATEMENT = Set.of(
            "@@AUTOCOMMIT",
            "@@ERROR_COUNT",
            "@@IDENTITY",
            "@@INSERT_ID",
            "@@IN_TRANSACTION",
            "@@LAST_INSERT_ID",
            "@@WARNING_COUNT");

    @Override
    public boolean hasDo() {
        return true;
    }

    @Override
    public boolean showsTables() {
        return true;
    }

    @Override
    public boolean showsDetails() {
        return true;
    }

    @Override
    public boolean hasDescribe() {
        return true;
    }

    @Override
    public boolean hasAnalyze() {
        return false;
    }

    @Override
    public boolean explainHasOptionList() {
        return false;
    }

    @Override
    public boolean explainHasFormat() {
        return true;
    }

    @Override
    public boolean explainHasPlanFor() {
        return false;
    }

    @Override
    public boolean setsSeveral() {
        return true;
    }

    @Override
    public boolean setsNames() {
        return true;
    }

    @Override
    public boolean setsVariables() {
        return true;
    }

    @Override
    public boolean setHasSession() {
        return true;
    }

    @Override
    public boolean setHasTo() {
        return false;
    }

    @Override
    public boolean setHasNoSign() {
        return false;
    }

    @Override
    public boolean settingsAreWords() {
        return false;
    }

    @Override
    public boolean hasSqlMode() {
        return true;
    }

    @Override
    public Set<String> harmlessSettings() {
        return SETTINGS;
    }

    @Override
    public Set<String> connectionStatements() {
        return CONNECTION;
    }

    @Override
    public Set<String> statementsOfUnknownTables() {
        return Set.of("SHUTDOWN");
    }

    @Override
    public Set<String> lastStatementFunctions() {
        return Set.of("FOUND_ROWS", "LAST_INSERT_ID", "ROW_COUNT");
    }

    @Override
    public Set<String> lastStatementVariables() {
        return LAST_STATEMENT;
    }

    @Override
    public Set<String> shownFromAll() {
        return Set.of("COUNT", "ERRORS", "OPEN", "TABLE", "TABLES", "TRIGGERS", "WARNINGS");
    }

    @Override
    public boolean setCopiesVariables() {
        return true;
    }

    @Override
    public Set<String> schemaSettings() {
        return Set.of();
    }

    /** What SET NAMES sets to the letters in which drivers for Java talk, one by one. */
    @Override
    public Set<String> harmlessValues(String setting) {
        return switch (setting) {
            case "character_set_client", "character_set_connection" -> Set.of("utf8mb4");
            case "character_set_results" -> Set.of("utf8mb4", "null");
            case "collation_connection" -> COLLATIONS;
            default -> Set.of();
        };
    }

    @Override
    public boolean hasRolesAndReset() {
        return false;
    }

    @Override
    public String restoringQuery(String setting) {
        if (setting.equals("names")) {
            return "SELECT CONCAT('SET NAMES ', @@character_set_client, ' COLLATE ', @@collation_connection)";
        }
        // A number must have no quotes, a text must have some.
        String value = "@@SESSION." + setting;
        return "SELECT CONCAT('SET SESSION " + setting + " = ', IF(" + value + " IS NULL, 'NULL', IF(" + value
                + " REGEXP '^[-0-9.]+$', " + value + ", QUOTE(" + value + "))))";
    }
}
