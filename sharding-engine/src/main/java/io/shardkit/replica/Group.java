package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.WithoutReplica;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that has replicas. Thread-safe. */
public final class Group {
    /** The number of consecutive checks that may be missing before a replica counts as not answering. */
    private static final int MISSING_CHECKS = 3;

    /** The time a check may take beside its interval. */
    private static final long CHECK_NANOS = Duration.ofSeconds(2).toNanos();

    private final int ordinal;
    private final String name;
    private final ReplicaGroup configured;
    private final ReplicaSettings settings;
    private final PrimarySource primary;
    private final List<Member> members;
    private final WrittenPositions positions;
    private final AtomicInteger turn = new AtomicInteger();
    private final long warmUp;
    private final long oldest;

    /** The newest change of tables that replicas have to have before they are read; null if there was none. */
    private volatile @Nullable OwnWrites tableChange;

    /** The newest change of tables that each replica has. */
    private final AtomicReferenceArray<@Nullable OwnWrites> reached;

    /** @param ordinal its number among those that the instance may have */
    Group(
            int ordinal,
            String name,
            ReplicaGroup configured,
            ReplicaSettings settings,
            PrimarySource primary,
            List<Member> members,
            ReplicaRules rules) {
        this.ordinal = ordinal;
        this.name = name;
        this.configured = configured;
        this.settings = settings;
        this.primary = primary;
        this.members = List.copyOf(members);
        this.reached = new AtomicReferenceArray<>(members.size());
        this.positions = new WrittenPositions(rules);
        this.warmUp = settings.warmUp().toNanos();
        this.oldest = MISSING_CHECKS * settings.checkInterval().toNanos() + CHECK_NANOS;
    }

    /** The number of the group, by whichever rule. */
    int ordinal() {
        return ordinal;
    }

    /** Returns true if that is the pool of its primary, or was it at the start. */
    boolean isOver(DataSource pool) {
        return pool == primary || pool == primary.configured();
    }

    /** Returns a replica that lags by more, in words; an empty text if none is known to. */
    String lagging(Duration most) {
        long now = System.nanoTime();
        for (Member member : members) {
            Member.Sight seen = member.sight();
            Duration lag = seen.lag();
            if (lag != null && lag.compareTo(most) > 0 && now - seen.at() <= oldest) {
                return member.name() + " of " + name + " lags by " + lag.toMillis() + " ms";
            }
        }
        return "";
    }

    /** The name of the data source. */
    public String name() {
        return name;
    }

    /** The name of the primary's pool, as it was configured. */
    String primaryName() {
        return configured.primary();
    }

    PrimarySource primary() {
        return primary;
    }

    List<Member> members() {
        return members;
    }

    WrittenPositions positions() {
        return positions;
    }

    long oldest() {
        return oldest;
    }

    /**
     * Tables may have come to the data source, or have changed there: no replica is read from now on that has not come as
     * far as its primary is now. A replica that lags may have a table as it was long ago, or lack it; and a snapshot
     * from before a table came there would show it without the rows that came with it.
     */
    public void tablesChanged() {
        if (positions.areTold()) {
            OwnWrites change = new OwnWrites();
            change.begins();
            change.ended();
            tableChange = change;
        }
    }

    /** Returns the change of tables that a replica lacks as far as is known; null if it has all. */
    @SuppressWarnings("ReferenceEquality") // each change is an object
    public @Nullable OwnWrites missedBy(Member member) {
        OwnWrites change = tableChange;
        return change == null || reached.get(member.index()) == change ? null : change;
    }

    /** A replica has a change of tables. */
    public void reached(Member member, OwnWrites change) {
        reached.set(member.index(), change);
    }

    /** The primary was asked for its position after this version of the change of tables. */
    void learn(@Nullable OwnWrites change, long version, String written) {
        if (change != null && change.position() == null) {
            change.learn(written, version);
        }
    }

    /** Returns the newest change of tables. */
    @Nullable OwnWrites tableChange() {
        return tableChange;
    }

    /** Returns true if the primary has told a position, so that it is known what replicas have. */
    public boolean isPositionKnown() {
        return positions.isOneKnown();
    }

    /** Returns the time after which a replica that can be used has what its primary had written before. */
    public long longestLagNanos() {
        return settings.maxLag().toNanos() + oldest;
    }

    /** Returns true if a replica gets reads at the moment. */
    public boolean isUsable(Member member) {
        return member.isUsable(System.nanoTime(), oldest);
    }

    /**
     * The replica that gets a read, or null if the primary does.
     *
     * @throws SQLException with {@link ErrorCode#NO_REPLICA} if there is none, and the primary may not stand in
     */
    public @Nullable Member choose() throws SQLException {
        long now = System.nanoTime();
        long usable = 0;
        long taking = 0;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (member.isUsable(now, oldest)) {
                usable |= 1L << i;
                taking |= member.takes(now, warmUp) ? 1L << i : 0;
            }
        }
        boolean refuses = settings.withoutReplica() == WithoutReplica.REFUSE;
        if (usable == 0 && refuses) {
            throw ShardingExceptions.of(ErrorCode.NO_REPLICA, reasons());
        }
        long candidates = taking == 0 && refuses ? usable : taking;
        return candidates == 0 ? null : members.get(balanced(candidates));
    }

    private String reasons() {
        StringBuilder reasons = new StringBuilder(name);
        for (Member member : members) {
            reasons.append(", ")
                    .append(member.name())
                    .append(": ")
                    .append(member.state(name, oldest).reason());
        }
        return reasons.toString();
    }

    private int balanced(long candidates) {
        return switch (configured.loadBalance()) {
            case ROUND_ROBIN -> nth(candidates, Math.floorMod(turn.getAndIncrement(), Long.bitCount(candidates)));
            case RANDOM -> nth(candidates, ThreadLocalRandom.current().nextInt(Long.bitCount(candidates)));
            case WEIGHT -> weighted(candidates);
            case LEAST_ACTIVE -> leastActive(candidates);
        };
    }

    private static int nth(long candidates, int n) {
        long left = candidates;
        for (int i = 0; i < n; i++) {
            left &= left - 1;
        }
        return Long.numberOfTrailingZeros(left);
    }

    private int weighted(long candidates) {
        long total = 0;
        for (long left = candidates; left != 0; left &= left - 1) {
            total += members.get(Long.numberOfTrailingZeros(left)).weight();
        }
        long at = ThreadLocalRandom.current().nextLong(total);
        for (long left = candidates; ; left &= left - 1) {
            int index = Long.numberOfTrailingZeros(left);
            at -= members.get(index).weight();
            if (at < 0) {
                return index;
            }
        }
    }

    /** Of several with as few, each in its turn. */
    private int leastActive(long candidates) {
        int least = Integer.MAX_VALUE;
        long all = 0;
        for (long left = candidates; left != 0; left &= left - 1) {
            int index = Long.numberOfTrailingZeros(left);
            int active = members.get(index).active();
            if (active < least) {
                least = active;
                all = 0;
            }
            all |= active == least ? 1L << index : 0;
        }
        return nth(all, Math.floorMod(turn.getAndIncrement(), Long.bitCount(all)));
    }
}
