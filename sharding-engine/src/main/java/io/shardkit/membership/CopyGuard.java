package io.shardkit.membership;

import io.shardkit.rule.RuleText;
import java.sql.SQLException;

/** Guards the broadcast tables while a rule is decided that has more data sources than the one before. */
@FunctionalInterface
public interface CopyGuard {
    /**
     * Runs a decision while nothing writes the tables, if their copies are equal.
     *
     * @return why it was not run, in words; an empty text if it was
     * @throws SQLException if a database cannot be asked
     */
    String deciding(RuleText before, RuleText next, Runnable decision) throws SQLException;
}
