package io.shardkit.membership;

import io.shardkit.rule.RuleText;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A worker's hold on a change of the rule. One worker holds it at a time, for a lease that it renews; each step fails if
 * another worker has taken it over. Thread-safe.
 */
public final class RuleChange {
    private static final long LEASE_MILLIS = 15_000;

    private final Membership membership;
    private final String worker = UUID.randomUUID().toString();
    private volatile long number;

    private RuleChange(Membership membership, long number) {
        this.membership = membership;
        this.number = number;
    }

    /**
     * Begins a change; no instance takes part in it yet.
     *
     * @param next the rule that is to be
     * @param operation what the worker is to do
     * @return false if another change is under way
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
        return take(membership, StoreTables.CHANGE);
    }

    /**
     * Takes hold of a change.
     *
     * @return null if there is none of that number, or another worker holds it
     * @throws SQLException if the database cannot be asked
     */
    public static @Nullable RuleChange take(Membership membership, long number) throws SQLException {
        RuleChange change = new RuleChange(membership, number);
        return change.renew(LEASE_MILLIS) ? change : null;
    }

    /**
     * Returns all changes: first the one that is under way, if there is one, and then those with a way back.
     *
     * @throws SQLException if the database cannot be asked
     */
    public static List<Change> all(Membership membership) throws SQLException {
        return membership.tables().changes();
    }

    /**
     * Asks the worker of a change for something, instead of what it was asked for before.
     *
     * @return false if there is no such change
     * @throws SQLException if the database cannot be asked
     */
    public static boolean request(Membership membership, long number, String word) throws SQLException {
        return membership.tables().request(number, word);
    }

    /** Keeps hold; false if another worker has taken the change over, or it has ended. */
    public boolean renew(long leaseMillis) throws SQLException {
        return membership.tables().hold(worker, number, leaseMillis);
    }

    /** Lets another worker take the change over at once. */
    public void release() throws SQLException {
        membership.tables().release(worker, number);
    }

    /** Returns the number of the change. */
    public long number() {
        return number;
    }

    /** Returns the change as it is stored; null if it has ended, or another worker holds it. */
    public @Nullable Change stored() throws SQLException {
        return membership.tables().changes().stream()
                .filter(each -> each.number() == number && each.holder().equals(worker))
                .findFirst()
                .orElse(null);
    }

    /** Returns the instances that live. */
    public List<Member> members() throws SQLException {
        return membership.tables().members();
    }

    /**
     * Returns the names of instances that have not told that they run by the newest rule, of those too that have told
     * nothing for up to a day.
     */
    public List<String> others() throws SQLException {
        long newest = membership.newestEpoch();
        return membership.tables().known().stream()
                .filter(member -> member.isBefore(newest))
                .map(Member::instance)
                .toList();
    }

    /** Brings the change from one state to another; false if it is in another state, or another worker holds it. */
    public boolean advance(Change.State from, Change.State to) throws SQLException {
        return membership.tables().advance(worker, from, to);
    }

    /** Writes how far the worker is; false if another worker holds the change. */
    public boolean report(String operation) throws SQLException {
        return membership.tables().report(worker, number, operation);
    }

    /** Takes back a request that was met; false if there is another one by now. */
    public boolean met(String word) throws SQLException {
        return membership.tables().met(worker, number, word);
    }

    /**
     * Makes the rule that is to be from the newest one, to which tables may have been added meanwhile.
     *
     * @return the rule; null if the change is not prepared any more, or another worker holds it
     */
    public @Nullable RuleText rebase(UnaryOperator<RuleText> next) throws SQLException {
        List<Epoch> history = membership.tables().history();
        if (history.isEmpty()) {
            return null;
        }
        RuleText text = next.apply(history.get(history.size() - 1).rule());
        return membership.tables().rebase(worker, text) ? text : null;
    }

    /**
     * Decides a change that is paused: from now on there is only forward.
     *
     * @param next makes the rule that is to be from the newest one, to which tables may have been added meanwhile
     * @return the number of the epoch; 0 if the change is not paused any more, was asked to stop, or another worker holds
     *     it
     * @throws OpenWritersException if a data source joins the rule, and transactions stay open that have written broadcast
     *     tables; nothing is decided then
     */
    public long decide(UnaryOperator<RuleText> next) throws SQLException {
        while (true) {
            List<Epoch> history = membership.tables().history();
            if (history.isEmpty()) {
                return 0;
            }
            Epoch last = history.get(history.size() - 1);
            RuleText text = next.apply(last.rule());
            Epoch decided = new Epoch(last.number() + 1, text.toString(), membership.instance(), 0);
            if (membership
                    .tables()
                    .decide(
                            worker,
                            decided,
                            text.hash(),
                            !last.rule().joining(text).isEmpty())) {
                return decided.number();
            }
            Change now = stored();
            if (now == null || now.state() != Change.State.PAUSED || Change.STOPPING.contains(now.request())) {
                return 0;
            }
        }
    }

    /**
     * Makes room for other changes, as this one is decided, or its way back does not happen.
     *
     * @param operation what the worker is to do from now on
     * @return false if it is in another state, or another worker holds it
     */
    public boolean keep(Change.State from, String operation) throws SQLException {
        long lowest = membership.tables().changes().stream()
                .mapToLong(Change::number)
                .min()
                .orElse(0);
        long kept = Math.min(-membership.tables().latest().newest(), lowest - 1);
        boolean isKept = membership.tables().keep(worker, kept, from, operation);
        if (isKept) {
            number = kept;
        }
        return isKept;
    }

    /** Begins the way back; false if another change is under way, or another worker holds this one. */
    public boolean recall(String operation) throws SQLException {
        boolean recalled = membership.tables().recall(worker, number, operation);
        if (recalled) {
            number = StoreTables.CHANGE;
        }
        return recalled;
    }

    /** Ends the change; false if it is in another state, or another worker holds it. */
    public boolean end(Change.State from) throws SQLException {
        return membership.tables().end(worker, number, from);
    }
}
