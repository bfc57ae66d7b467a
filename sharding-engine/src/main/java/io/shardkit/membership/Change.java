package io.shardkit.membership;

import io.shardkit.rule.RuleText;
import java.util.Locale;
import java.util.Set;

/**
 * A change of the rule: the one that is under way, or one that has a way back.
 *
 * @param number 0 if it is under way, else that of its epoch, negative
 * @param state how far it is
 * @param text the rule that is to be
 * @param madeBy who began it
 * @param madeAt when, in milliseconds since 1970 UTC
 * @param holder the worker that holds it, or empty
 * @param expired whether the worker has not told lately that it lives
 * @param request what the worker is asked for, or empty
 * @param operation what the worker is to do, and how far it is
 */
public record Change(
        long number,
        State state,
        String text,
        String madeBy,
        long madeAt,
        String holder,
        boolean expired,
        String request,
        String operation) {

    /** Requests with which no change is decided. */
    public static final Set<String> STOPPING = Set.of("cancel", "halt");

    /** The states of a change. */
    public enum State {
        /** Rows are copied; instances run by the rule as it is. */
        PREPARED,
        /** Instances make the next rule and look often. */
        ARMED,
        /** Instances hold new transactions on the tables of the change. */
        PAUSED,
        /** The next epoch is written; tables get their names, and instances take it. */
        DECIDED,
        /** A pause is undone: tables get their names back. */
        UNDOING,
        /** The next epoch is in use, and there is a way back. */
        SWITCHED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Returns the rule that is to be. */
    public RuleText rule() {
        return RuleText.parse(text);
    }
}
