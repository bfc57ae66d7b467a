package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.ClauseRules;
import java.util.Locale;

/** Clauses and operators of H2. */
final class H2Clauses implements ClauseRules {
    /** Its modes of other databases lack LIMIT where these do. */
    @Override
    public String firstRows(String count) {
        return "FETCH FIRST " + count + " ROWS ONLY";
    }

    @Override
    public boolean limitsWrites(boolean fetch) {
        return true;
    }

    @Override
    public boolean ordersUpdates() {
        return false;
    }

    @Override
    public boolean hasTop() {
        return true;
    }

    @Override
    public boolean mergesByKey() {
        return true;
    }

    @Override
    public boolean hasQualify() {
        return true;
    }

    @Override
    public boolean hasDataChangeTables() {
        return true;
    }

    @Override
    public boolean commonTablesHideTables() {
        return false;
    }

    @Override
    public boolean ordersByColumnsDespiteAliases() {
        return true;
    }

    @Override
    public boolean groupsByPrimaryKey() {
        return false;
    }

    @Override
    public String lastKeyLabel(String function) {
        return function.toUpperCase(Locale.ROOT) + "()";
    }
}
