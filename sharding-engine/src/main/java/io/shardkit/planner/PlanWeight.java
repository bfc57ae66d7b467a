package io.shardkit.planner;

import io.shardkit.plan.StatementPlan;

/**
 * About how many bytes a plan and its text keep from the garbage collector. What a plan knows of each value of a text
 * counts most, and values stand between commas and blanks; the constants are what was measured.
 */
final class PlanWeight {
    private static final int PLAN = 3_000;
    private static final int SMALL_PLAN = 500;

    /** The bytes for each character of the key, and of the SQL that is made of it. */
    private static final int OF_CHARACTER = 2;

    private static final int OF_COMMA = 90;
    private static final int OF_BLANK = 20;

    private PlanWeight() {}

    static long of(String sql, StatementPlan plan) {
        long characters = (long) OF_CHARACTER * sql.length();
        return switch (plan.footprint()) {
            case SMALL -> SMALL_PLAN + characters;
            // A text for each unit that is remembered is its own.
            case OF_LITERALS -> SMALL_PLAN + characters * (1 + FilledCalls.MOST);
            case OF_STATEMENT -> PLAN + characters + ofValues(sql);
        };
    }

    private static long ofValues(String sql) {
        long weight = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            weight += c == ',' ? OF_COMMA : c == ' ' ? OF_BLANK : 0;
        }
        return weight;
    }
}
