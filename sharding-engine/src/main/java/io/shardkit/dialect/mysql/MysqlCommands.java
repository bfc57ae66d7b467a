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
            "read_buffer_size",
            "read_rnd_buffer_size",
            "sort_buffer_size",
            "sql_safe_updates",
            "time_zone",
            "unique_checks",
            "wait_timeout");

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
        return "SELECT CONCAT('SET SESSION " + setting + " = ', IF(" + value + " REGEXP '^[-0-9.]+$', " + value
                + ", QUOTE(" + value + ")))";
    }
}
