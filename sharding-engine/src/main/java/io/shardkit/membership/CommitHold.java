package io.shardkit.membership;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds the commits over several data sources of all instances for a moment at which none is half done. It is announced
 * first, so that all look often, and ends by itself where the one who holds is not heard of any more. Thread-safe.
 */
public final class CommitHold implements AutoCloseable {
    /** The time after which an instance lets its commits go on, whatever it is asked. */
    public static final Duration LONGEST = Duration.ofSeconds(2);

    /** The state of an instance that looks often, and whose commits go on. */
    static final String READY = "ready";

    /** The state of an instance whose commits are held, and of which none is half done. */
    static final String STILL = "still";

    private final Membership membership;
    private final long epoch;
    private final String holder = UUID.randomUUID().toString();

    private CommitHold(Membership membership, long epoch) {
        this.membership = membership;
        this.epoch = epoch;
    }

    /**
     * Announces a hold.
     *
     * @param longest how long it is waited for the instances
     * @return null if another hold is under way
     * @throws SQLException if the database with the tables of the rule cannot be asked
     */
    public static @Nullable CommitHold announce(Membership membership, Duration longest) throws SQLException {
        CommitHold hold = new CommitHold(membership, membership.newestEpoch());
        return membership.tables().announceHold(hold.epoch, hold.holder, longest.toMillis()) ? hold : null;
    }

    /** Returns the number of the epoch in which commits are held. */
    public long epoch() {
        return epoch;
    }

    /** Asks for the hold; false if the announcement has expired. */
    public boolean hold() throws SQLException {
        return membership.tables().hold(epoch, holder, LONGEST.toMillis());
    }

    /** Returns the instances that live and do not look often yet. */
    public List<Member> notReady() throws SQLException {
        return others(READY);
    }

    /** Returns the instances that live and may have a commit over several data sources under way. */
    public List<Member> notStill() throws SQLException {
        return others(STILL);
    }

    private List<Member> others(String state) throws SQLException {
        return membership.tables().members().stream()
                .filter(member -> !member.state().equals(state))
                .toList();
    }

    /**
     * Returns the instances that have not said that they end and have not told that they live for so long that they are not
     * asked any more: they have ended without a word, or cannot reach the tables of the rule, and may commit.
     */
    public List<Member> silent() throws SQLException {
        List<String> live =
                membership.tables().members().stream().map(Member::id).toList();
        return membership.tables().known().stream()
                .filter(member -> !live.contains(member.id()))
                .toList();
    }

    /** Returns true if no newer rule is decided, and none is about to be. */
    public boolean isRuleStill() throws SQLException {
        StoreTables.Latest latest = membership.tables().latest();
        Change change = latest.change();
        return latest.newest() == epoch && (change == null || change.state() == Change.State.PREPARED);
    }

    /** Lets commits go on. */
    @Override
    public void close() throws SQLException {
        membership.tables().endHold(epoch, holder);
    }
}
