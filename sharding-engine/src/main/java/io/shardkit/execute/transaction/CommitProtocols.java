package io.shardkit.execute.transaction;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.CrossSource;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The protocols by which the transactions over some databases commit. Immutable. */
public final class CommitProtocols {
    private final CrossSource usual;
    private final CommitProtocol bestEffort;
    private final CommitProtocol refuse;
    private final @Nullable CommitProtocol atomic;
    private final @Nullable CommitFence fence;
    private final CommitFence moves;
    private final CommitGate gate;
    private final @Nullable CommitProtocol managed;
    private final StatementListener listener;

    /**
     * @param usual what holds where the application says nothing
     * @param atomic null if no transaction can be committed in that way
     * @param fence keeps reads away from commits that are half done, or null if they may meet
     * @param gate holds commits over several data sources, those of the atomic protocol too
     */
    public CommitProtocols(
            CrossSource usual, @Nullable CommitProtocol atomic, @Nullable CommitFence fence, CommitGate gate) {
        this(usual, atomic, fence, new CommitFence(), gate, null, StatementListener.NONE);
    }

    private CommitProtocols(
            CrossSource usual,
            @Nullable CommitProtocol atomic,
            @Nullable CommitFence fence,
            CommitFence moves,
            CommitGate gate,
            @Nullable CommitProtocol managed,
            StatementListener listener) {
        this.usual = usual;
        this.atomic = atomic;
        this.fence = fence;
        this.moves = moves;
        this.gate = gate;
        this.managed = managed;
        this.listener = listener;
        this.bestEffort = new BestEffortProtocol(false, fence, gate);
        this.refuse = new BestEffortProtocol(true, null, gate);
    }

    /** The protocols of a single database, where all are one. */
    public static CommitProtocols single(CommitGate gate) {
        return new CommitProtocols(CrossSource.BEST_EFFORT, new BestEffortProtocol(false, null, gate), null, gate);
    }

    /** The same, with the commits of moves that others know. */
    public CommitProtocols sharing(CommitFence others) {
        return new CommitProtocols(usual, atomic, fence, others, gate, managed, listener);
    }

    /** Keeps reads away from commits that are half done; null if they may meet. */
    public @Nullable CommitFence fence() {
        return fence;
    }

    /** Keeps reads away from the commits of transactions that have moved rows from one unit to another. */
    public CommitFence moves() {
        return moves;
    }

    /** Returns the gate that holds commits over several data sources. */
    public CommitGate gate() {
        return gate;
    }

    /** Of a session whose only transaction a transaction manager ends, whatever the application asks for. */
    public CommitProtocols managedBy(CommitProtocol manager) {
        return new CommitProtocols(usual, atomic, fence, moves, gate, manager, listener);
    }

    /** The same, of whose commits a listener is told. Those of a transaction manager are its own. */
    public CommitProtocols observedBy(StatementListener told) {
        return new CommitProtocols(usual, atomic, fence, moves, gate, managed, told);
    }

    /** Tells whether a transaction manager ends the transaction, and nothing else may. */
    public boolean areManaged() {
        return managed != null;
    }

    /** Tells whether a transaction that begins now on this thread may write to one data source only. */
    public boolean writeToOne() {
        return told() == CrossSource.REFUSE;
    }

    private CrossSource told() {
        ShardingHint hint = ShardingHint.current();
        CrossSource told = hint == null ? null : hint.crossSource();
        return told == null ? usual : told;
    }

    /**
     * Returns the protocol for a transaction that begins now on this thread.
     *
     * @throws SQLException if the application asks for a protocol that is not available
     */
    public CommitProtocol current() throws SQLException {
        if (managed != null) {
            return managed;
        }
        return switch (told()) {
            case BEST_EFFORT -> observed(bestEffort, CommitEnded.Mode.BEST_EFFORT);
            case REFUSE -> observed(refuse, CommitEnded.Mode.ONE_WRITER);
            case ATOMIC, XA -> observed(atomic(), CommitEnded.Mode.ATOMIC);
        };
    }

    private CommitProtocol observed(CommitProtocol protocol, CommitEnded.Mode mode) {
        return listener == StatementListener.NONE
                ? protocol
                : () -> new ObservedCoordinator(protocol.begin(), mode, listener);
    }

    private CommitProtocol atomic() throws SQLException {
        if (atomic == null) {
            throw ShardingExceptions.of(ErrorCode.ATOMIC_SWITCHED_OFF, "");
        }
        return atomic;
    }
}
