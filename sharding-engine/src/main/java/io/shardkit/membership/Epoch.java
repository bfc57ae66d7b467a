package io.shardkit.membership;

import io.shardkit.rule.RuleText;
import java.time.Instant;

/**
 * A rule that is, or was, the one of all instances.
 *
 * @param number counts from 1
 * @param text the rule
 * @param madeBy the instance that wrote it
 * @param madeAt when, in milliseconds since 1970 UTC, by the clock of its database
 */
record Epoch(long number, String text, String madeBy, long madeAt) {
    RuleText rule() {
        return RuleText.parse(text);
    }

    @Override
    public String toString() {
        return "epoch " + number + " of " + Instant.ofEpochMilli(madeAt) + " by " + madeBy;
    }
}
