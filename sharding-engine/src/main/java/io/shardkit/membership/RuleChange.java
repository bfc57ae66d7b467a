package io.shardkit.membership;

import io.shardkit.rule.RuleText;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A worker's hold on the change of the rule that is under way. One worker holds it at a time, for a lease that it renews;
 * each step fails if another worker has taken it over. Thread-safe.
 */
public final class RuleChange {
    private static final long LEASE_MILLIS = 15_000;

    private final Membership membership;
    private final String worker = UUID.randomUUID().toString();

    private RuleChange(Membership membership) {
        this.membership = membership;
    }

    /**
     * Begins a change; no instance takes part in it yet.
     *
     * @param next the rule that is to be
     * @param operation what the worker is to do
     * @throws SQLException if the database cannot be asked
     */
    public static boolean begin(Membership membership, RuleText next, String operation) throws SQLException {
        return membership.tables().begin(next.hash(), next.toString(), membership.instance(), operation);
    }

    /**
     * Takes hold of the change that is under way.
     *
     * @return null if there is none, or another worker holds it
     * @throws SQLException if the database cannot be asked
     */
    public static @Nullable RuleChange take(Membership membership) throws SQLException {
        RuleChange change = new RuleChange(membership);
        return change.renew() ? change : null;
    }

    /** Keeps hold; false if another worker has taken the change over, or it has ended. */
    public boolean renew() throws SQLException {
        return membership.tables().hold(worker, LEASE_MILLIS);
    }

    /** Returns the change as it is stored; null if it has ended. */
    public @Nullable Change stored() throws SQLException {
        return membership.tables().latest().change();
    }

    /** Returns the instances that live. */
    public List<Member> members() throws SQLException {
        return membership.tables().members();
    }

    /** Brings the change from one state to another; false if it is in another state, or another worker holds it. */
    public boolean advance(Change.State from, Change.State to) throws SQLException {
        return membership.tables().advance(worker, from, to);
    }

    /** Writes how far the worker is; false if another worker holds the change. */
    public boolean report(String operation) throws SQLException {
        return membership.tables().report(worker, operation);
    }

    /**
     * Decides a change that is paused: from now on there is only forward.
     *
     * @param next makes the rule that is to be from the newest one, to which tables may have been added meanwhile
     * @return false if it is not paused any more, or another worker holds it
     */
    public boolean decide(UnaryOperator<RuleText> next) throws SQLException {
        while (true) {
            List<Epoch> history = membership.tables().history();
            if (history.isEmpty()) {
                return false;
            }
            Epoch last = history.get(history.size() - 1);
            RuleText text = next.apply(last.rule());
            Epoch decided = new Epoch(last.number() + 1, text.toString(), membership.instance(), 0);
            if (membership.tables().decide(worker, decided, text.hash())) {
                return true;
            }
            Change now = stored();
            if (now == null
                    || now.state() != Change.State.PAUSED
                    || !now.holder().equals(worker)) {
                return false;
            }
        }
    }

    /** Ends the change; false if it is in another state, or another worker holds it. */
    public boolean end(Change.State from) throws SQLException {
        return membership.tables().end(worker, from);
    }
}
