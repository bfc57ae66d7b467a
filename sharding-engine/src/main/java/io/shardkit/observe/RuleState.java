package io.shardkit.observe;

import java.time.Instant;
import java.util.List;

/**
 * The rule by which an instance runs, and the instances that keep to it, as of the last look at the rule store. Immutable.
 *
 * @param epoch the number of the rule; 0 if no rule is stored for this instance
 * @param hash the SHA-256 of the rule's text, in hexadecimal digits; empty if none is stored
 * @param dataSource the name of the data source with the rule store; empty if none is stored
 * @param instance the name of this instance; empty without a rule store
 * @param problem the reason that this instance cannot run by the newest rule, or by the one that a change leads to; empty
 *     if it can
 * @param stopped whether this instance answers no statement because of that
 * @param members the instances, this one among them; empty if no rule is stored
 */
public record RuleState(
        long epoch,
        String hash,
        String dataSource,
        String instance,
        String problem,
        boolean stopped,
        List<Member> members) {
    /** The state of an instance without a rule store. */
    public static final RuleState NONE = new RuleState(0, "", "", "", "", false, List.of());

    /**
     * An instance as its row shows it.
     *
     * @param instance its name: by default host and process
     * @param epoch the epoch by which it runs
     * @param state {@code running}; {@code armed} or {@code paused} while the rule changes; {@code draining} while
     *     transactions go on with a data source that has left the rule; or {@code outdated} if it cannot take a rule
     * @param problem the reason that it cannot; else empty
     * @param startedAt when it started, by the clock of the database
     * @param seenAt when it last renewed its row, likewise
     */
    public record Member(
            String instance, long epoch, String state, String problem, Instant startedAt, Instant seenAt) {}

    /** Copies the list. */
    public RuleState {
        members = List.copyOf(members);
    }
}
