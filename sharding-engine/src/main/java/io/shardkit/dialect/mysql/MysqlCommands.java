package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.CommandRules;
import java.util.Set;

/** Statements of MySQL about sessions and the server. */
class MysqlCommands implements CommandRules {
    private static final Set<String> SETTINGS = Set.of(
            "bulk_insert_buffer_size",
            "eq_range_index_dive_limit",
            "expensive_subquery_limit",
            "foreign_key_checks",
            "group_concat_max_len",
            "histogram_size",
            "idle_transaction_timeout",
            "information_schema_stats_expiry",
            "innodb_lock_wait_timeout",
            "interactive_timeout",
            "join_buffer_size",
            "join_cache_level",
            "lc_messages",
            "lock_wait_timeout",
            "log_slow_verbosity",
            "long_query_time",
            "max_execution_time",
            "max_heap_table_size",
            "max_length_for_sort_data",
            "max_seeks_for_key",
            "max_statement_time",
            "min_examined_row_limit",
            "mrr_buffer_size",
            "net_read_timeout",
            "net_write_timeout",
            "note_verbosity",
            "optimizer_prune_level",
            "optimizer_search_depth",
            "optimizer_selectivity_sampling_limit",
            "optimizer_switch",
            "optimizer_trace",
            "optimizer_use_condition_selectivity",
            "profiling",
            "query_cache_type",
            "read_buffer_size",
            "read_rnd_buffer_size",
            "rowid_merge_buff_size",
            "slow_query_log",
            "sort_buffer_size",
            "sql_notes",
            "sql_safe_updates",
            "sql_warnings",
            "time_zone",
            "tmp_memory_table_size",
            "tmp_table_size",
            "unique_checks",
            "wait_timeout");

    /** The collations that SET NAMES sets on one server or another, which all compare letters without their case. */
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
    public boolean showsDetails() {
        return true;
    }

    @Override
    public boolean hasDescribe() {
        return true;
    }

    @Override
    public boolean explainHasFormat() {
        return true;
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
    public SeveralStatements severalStatements() {
        return SeveralStatements.ONE_AFTER_THE_OTHER;
    }

    @Override
    public String severalStatementsProbe() {
        return "DO 1; DO 1";
    }

    @Override
    public boolean setCopiesVariables() {
        return true;
    }

    @Override
    public Set<String> schemaSettings() {
        return Set.of();
    }

    /** Returns the values that SET NAMES gives one by one to the settings for the character set of Java drivers. */
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
    public String restoringQuery(String setting) {
        if (setting.equals("names")) {
            return "SELECT CONCAT('SET NAMES ', @@character_set_client, ' COLLATE ', @@collation_connection)";
        }
        // A number must have no quotes, a text must have some.
        String value = "@@SESSION." + setting;
        return "SELECT CONCAT('SET SESSION " + setting + " = ', IF(" + value + " IS NULL, 'NULL', IF(" + value
                + " REGEXP '^[-0-9.]+$', " + value + ", QUOTE(" + value + "))))";
    }

    @Override
    public String dumpAdvice() {
        return " mysqldump and mariadb-dump run with --skip-lock-tables and without --single-transaction, table by table and"
                + " not as of one moment; for copies of one moment make a restore point.";
    }
}
