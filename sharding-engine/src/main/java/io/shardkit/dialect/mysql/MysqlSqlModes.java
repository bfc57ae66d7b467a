package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.SqlModes;
import java.util.Set;

/** The values of MySQL's {@code sql_mode}. */
final class MysqlSqlModes extends SqlModes {
    private static final Set<String> UNREADABLE = Set.of(
            "ANSI_QUOTES",
            "NO_BACKSLASH_ESCAPES",
            "PIPES_AS_CONCAT",
            "HIGH_NOT_PRECEDENCE",
            "EMPTY_STRING_IS_NULL",
            "ANSI",
            "ORACLE");

    /** MariaDB's driver asks for the one about spaces, MySQL's does not. */
    private static final Set<String> CHECKING = Set.of(
            "STRICT_TRANS_TABLES",
            "STRICT_ALL_TABLES",
            "NO_ZERO_IN_DATE",
            "NO_ZERO_DATE",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "ONLY_FULL_GROUP_BY",
            "NO_AUTO_CREATE_USER",
            "NO_ENGINE_SUBSTITUTION",
            "TRADITIONAL",
            "IGNORE_SPACE");

    MysqlSqlModes() {
        super(UNREADABLE, CHECKING, Set.of("NO_AUTO_VALUE_ON_ZERO"));
    }

    @Override
    public String query() {
        return "SELECT @@sql_mode,"
                + " CASE @@session.time_zone WHEN 'SYSTEM' THEN @@system_time_zone ELSE @@session.time_zone END";
    }

    @Override
    protected boolean asksForZone() {
        return true;
    }

    @Override
    public String setOffset(String offset) {
        return "SET SESSION time_zone = '" + offset + "'";
    }

    @Override
    public boolean storesOtherValues(String modes) {
        return !areStrict(modes);
    }

    @Override
    public String set(String modes) {
        return "SET SESSION sql_mode = '" + modes + "'";
    }
}
