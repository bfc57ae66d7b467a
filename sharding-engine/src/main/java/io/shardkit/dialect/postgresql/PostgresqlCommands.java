package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.CommandRules;
import java.util.Set;

/** Statements of PostgreSQL about sessions and the server. */
final class PostgresqlCommands implements CommandRules {
    private static final Set<String> SETTINGS = Set.of(
            "application_name",
            "client_min_messages",
            "effective_cache_size",
            "enable_bitmapscan",
            "enable_hashagg",
            "enable_hashjoin",
            "enable_indexonlyscan",
            "enable_indexscan",
            "enable_mergejoin",
            "enable_nestloop",
            "enable_seqscan",
            "enable_sort",
            "idle_in_transaction_session_timeout",
            "jit",
            "lock_timeout",
            "maintenance_work_mem",
            "max_parallel_workers_per_gather",
            "random_page_cost",
            "role",
            "row_security",
            "search_path",
            "seq_page_cost",
            "session_replication_role",
            "statement_timeout",
            "synchronous_commit",
            "timezone",
            "work_mem");

    private static final Set<String> CONNECTION = Set.of(
            "ABORT", "BEGIN", "COMMIT", "DISCARD", "END", "RELEASE", "RESET", "ROLLBACK", "SAVEPOINT", "SET", "START");

    @Override
    public boolean showsTables() {
        return false;
    }

    @Override
    public boolean explainHasOptionList() {
        return true;
    }

    @Override
    public boolean setsVariables() {
        return false;
    }

    @Override
    public boolean setHasTo() {
        return true;
    }

    @Override
    public boolean settingsAreWords() {
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
        return Set.of();
    }

    @Override
    public Set<String> lastStatementFunctions() {
        return Set.of("LASTVAL");
    }

    @Override
    public Set<String> lastStatementVariables() {
        return Set.of();
    }

    @Override
    public Set<String> shownFromAll() {
        return Set.of();
    }

    @Override
    public SeveralStatements severalStatements() {
        return SeveralStatements.IN_ONE_TRANSACTION;
    }

    @Override
    public Set<String> schemaSettings() {
        return Set.of("search_path");
    }

    @Override
    public boolean dropsByCascade() {
        return true;
    }

    @Override
    public Set<String> writableSettings() {
        return Set.of("PG_SETTINGS");
    }

    @Override
    public boolean hasRolesAndReset() {
        return true;
    }

    @Override
    public String restoringQuery(String setting) {
        return "SELECT format('SELECT set_config(%L, %L, false)', '" + setting + "', current_setting('" + setting
                + "', true))";
    }
}
