package io.shardkit.dialect.branch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name by which a database knows its branch of a transaction over several databases. Any process that finds the
 * branch can tell from the name where the outcome of the transaction was decided. Immutable.
 *
 * @param transaction of the whole transaction: 32 hexadecimal digits
 * @param decider of the database that has the decision: 16 hexadecimal digits
 * @param participant of the database that has the branch: 16 hexadecimal digits
 */
public record BranchId(String transaction, String decider, String participant) implements BranchName {
    static final String PREFIX = "shardkit-";
    private static final Pattern TEXT = Pattern.compile(PREFIX + "([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{16})");

    /** The branch that has this name, or null if it is another's. */
    public static @Nullable BranchId parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher parts = TEXT.matcher(text);
        return parts.matches() ? new BranchId(parts.group(1), parts.group(2), parts.group(3)) : null;
    }

    @Override
    public String text() {
        return global() + qualifier();
    }

    @Override
    public String literals() {
        return "'" + global() + "','" + qualifier() + "'";
    }

    /** The part of the name that all branches of the transaction share; together with {@link #qualifier()} all of it. */
    public String global() {
        return PREFIX + transaction;
    }

    /** The part of the name that tells its branches apart. */
    public String qualifier() {
        return "-" + decider + "-" + participant;
    }

    @Override
    public String toString() {
        return text();
    }
}
