package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Clock;

/** Asks sessions of MySQL for the time and sets it. */
final class MysqlClock extends Clock {
    @Override
    public boolean canBeSet() {
        return true;
    }

    @Override
    public String query() {
        return "SELECT UNIX_TIMESTAMP(NOW(6))";
    }

    @Override
    public String set(String time) {
        return "SET timestamp = " + time;
    }

    @Override
    public String shownQuery() {
        return "SELECT NOW(6)";
    }

    @Override
    public String reset() {
        return "SET timestamp = DEFAULT";
    }

    @Override
    public String epochMillis() {
        return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000)";
    }
}
