package io.shardkit.conformance;

import io.shardkit.error.ShardingException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The results of a series of calls, step by step. Not thread-safe. */
final class Transcript {
    private final UnaryOperator<String> normalized;
    private final Map<String, Outcome> steps = new LinkedHashMap<>();
    private String prefix = "";

    /**
     * The result of a call.
     *
     * @param failed whether the call threw
     * @param refused whether it was the engine that refused
     * @param text the value, or the exception
     */
    record Outcome(boolean failed, boolean refused, String text) {

        /**
         * Returns true if a call that works with the driver works the same way; a call that the driver refuses may work,
         * or be refused in the engine's own words.
         */
        boolean isLike(Outcome driver) {
            if (driver.failed) {
                return !failed || refused || text.equals(driver.text);
            }
            return !failed && text.equals(driver.text);
        }

        @Override
        public String toString() {
            return (failed ? "throws " : "") + text;
        }
    }

    /**
     * A call.
     */
    @FunctionalInterface
    interface Call {
        @Nullable Object run() throws Exception;
    }

    /**
     * A call without an answer.
     */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    /** @param normalized takes out of a text what differs for good reason, such as the name of a database */
    Transcript(UnaryOperator<String> normalized) {
        this.normalized = normalized;
    }

    /** Sets the prefix of the following steps' names. */
    void section(String name) {
        prefix = name + ": ";
    }

    void step(String name, Call call) {
        Outcome outcome;
        try {
            outcome = new Outcome(false, false, normalized.apply(Shown.of(call.run())));
        } catch (SQLException failure) {
            boolean refused = failure instanceof ShardingException;
            String state = String.valueOf(failure.getSQLState());
            outcome = new Outcome(
                    true,
                    refused,
                    refused ? failure.getMessage() : failure.getClass().getSimpleName() + " " + state);
        } catch (Exception other) {
            outcome = new Outcome(true, false, other.getClass().getName());
        }
        String whole = prefix + name;
        for (int i = 2; steps.containsKey(whole); i++) {
            whole = prefix + name + " #" + i;
        }
        steps.put(whole, outcome);
    }

    void run(String name, Action action) {
        step(name, () -> {
            action.run();
            return "done";
        });
    }

    Map<String, Outcome> steps() {
        return steps;
    }
}
