package io.shardkit.sql.text;

import java.util.Locale;
import java.util.Set;

/** Tells which system variables may be read on any one connection; the others tell of a connection's own state. */
public final class SystemVariables {
    private static final Set<String> NEUTRAL = Words.of(
            """
            auto_increment_increment auto_increment_offset character_set_client
            character_set_connection character_set_database character_set_results character_set_server
            collation_connection collation_database collation_server default_storage_engine
            div_precision_increment hostname init_connect innodb_lock_wait_timeout innodb_version
            interactive_timeout license lower_case_table_names max_allowed_packet max_connections
            net_buffer_length net_write_timeout performance_schema port query_cache_size query_cache_type
            sql_mode system_time_zone time_zone transaction_isolation tx_isolation version version_comment
            version_compile_os wait_timeout""");

    private SystemVariables() {}

    /** Returns true if the statement has system variables, and all of its variables are neutral ones. */
    public static boolean areNeutral(SqlText text) {
        boolean found = false;
        for (int i = 0; i < text.size(); i++) {
            if (text.string(i).startsWith("@")) {
                found = true;
                if (!isNeutral(text, i)) {
                    return false;
                }
            }
        }
        return found;
    }

    /** Returns true if all of the statement's variables are the user's own, and none of them is assigned. */
    public static boolean areOfUser(SqlText text) {
        for (int i = 0; i < text.size(); i++) {
            if (text.string(i).startsWith("@@") || text.is(i, ":=")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNeutral(SqlText text, int i) {
        String written = text.string(i).toLowerCase(Locale.ROOT);
        if (!written.startsWith("@@")) {
            return false;
        }
        String name = written.substring(2);
        boolean scoped = name.equals("session") || name.equals("global") || name.equals("local");
        return scoped
                ? text.is(i + 1, ".")
                        && i + 2 < text.size()
                        && NEUTRAL.contains(text.string(i + 2).toLowerCase(Locale.ROOT))
                : NEUTRAL.contains(name);
    }
}
