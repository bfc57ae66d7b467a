package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.options.Replica;
import java.time.Duration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Checks what is known of a replica, by a clock that is given. */
class MemberTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int READS = 4_000;

    private final Member member = new Member(new Replica("r0", new JdbcDataSource(), 1), 0);

    private static Member.Sight sight(boolean usable, long at) {
        return new Member.Sight(usable, usable ? "" : "gone", null, null, at);
    }

    private double share(long now) {
        int taken = 0;
        for (int i = 0; i < READS; i++) {
            taken += member.takes(now, 10 * SECOND) ? 1 : 0;
        }
        return (double) taken / READS;
    }

    @Test
    void whatIsThereFromTheStartNeedsNoWarmUp() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        assertThat(share(SECOND)).isEqualTo(1);
    }

    @Test
    void whatComesBackGetsMoreAndMore() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        member.seen(sight(false, 2 * SECOND), false, System.nanoTime());
        member.seen(sight(true, 3 * SECOND), false, System.nanoTime());
        assertThat(share(3 * SECOND)).isBetween(0.05, 0.15);
        assertThat(share(8 * SECOND)).isBetween(0.45, 0.55);
        assertThat(share(11 * SECOND)).isBetween(0.75, 0.85);
        assertThat(share(13 * SECOND)).isEqualTo(1);
        assertThat(share(4 * SECOND)).isEqualTo(1);
    }

    @Test
    void anAnswerFromBeforeAFailureDoesNotUndoIt() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        long began = System.nanoTime();
        member.failed("the server has gone");
        member.seen(sight(true, 2 * SECOND), false, began - 1);
        assertThat(member.isUsable(2 * SECOND, Long.MAX_VALUE)).isFalse();
        member.seen(sight(true, 3 * SECOND), false, System.nanoTime());
        assertThat(member.isUsable(3 * SECOND, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void oneReadThatFailsCostsNoWarmUp() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        member.failed("one connection was gone");
        assertThat(member.isUsable(SECOND, Long.MAX_VALUE)).isFalse();
        member.seen(sight(true, 2 * SECOND), false, System.nanoTime());
        assertThat(share(2 * SECOND)).isEqualTo(1);
        member.failed("another one");
        member.seen(sight(false, 3 * SECOND), false, System.nanoTime());
        member.seen(sight(true, 4 * SECOND), false, System.nanoTime());
        assertThat(share(4 * SECOND)).isLessThan(0.2);
    }

    @Test
    void whatWasSeenTooLongAgoCannotBeUsed() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        assertThat(member.isUsable(2 * SECOND, SECOND)).isTrue();
        assertThat(member.isUsable(3 * SECOND, SECOND)).isFalse();
    }

    @Test
    void whatHasNotAnsweredItsCheckCannotBeUsed() {
        member.seen(sight(true, SECOND), true, System.nanoTime());
        member.asked(2 * SECOND);
        assertThat(member.isUsable(2 * SECOND + Member.OVERDUE_NANOS, Long.MAX_VALUE))
                .isTrue();
        assertThat(member.isUsable(2 * SECOND + Member.OVERDUE_NANOS + 1, Long.MAX_VALUE))
                .isFalse();
        member.seen(sight(true, 5 * SECOND), false, System.nanoTime());
        assertThat(member.isUsable(5 * SECOND, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void lagIsTheAgeOfTheNewestPositionThatItHas() {
        WrittenPositions positions = new WrittenPositions(Dialect.MARIADB.replicas());
        assertThat(positions.lag("0-1-5", SECOND)).isNull();
        positions.add("0-1-5", SECOND);
        positions.add("0-1-9", 2 * SECOND);
        positions.add("0-1-9", 6 * SECOND);
        assertThat(positions.lag("0-1-9", 7 * SECOND)).isZero();
        assertThat(positions.lag("0-1-8,1-2-3", 7 * SECOND)).hasSeconds(6);
        positions.add("0-1-10", 8 * SECOND);
        assertThat(positions.lag("0-1-9", 9 * SECOND)).hasSeconds(3);
        assertThat(positions.lag("0-1-1", 9 * SECOND)).hasSeconds(8);
    }

    @Test
    void positionsOfMariaDbAreComparedByDomain() {
        assertThat(Dialect.MARIADB.replicas().reached("0-1-10,1-3-4", "0-2-9")).isTrue();
        assertThat(Dialect.MARIADB.replicas().reached("0-1-10", "0-1-10,1-3-4")).isFalse();
        assertThat(Dialect.MARIADB.replicas().reached("", "0-1-1")).isFalse();
    }

    @Test
    void ownWritesCountUntilTheyAreOver() throws InterruptedException {
        OwnWrites writes = new OwnWrites();
        assertThat(writes.isOwed(OwnWrites.FOREVER)).isFalse();
        writes.begins();
        assertThat(writes.isOwed(0)).isTrue();
        writes.learn("0-1-1", writes.version());
        assertThat(writes.position()).isNull();
        writes.ended();
        assertThat(writes.position()).isNull();
        writes.learn("0-1-2", writes.version());
        assertThat(writes.position()).isEqualTo("0-1-2");
        writes.reached(member, "0-1-1");
        assertThat(writes.isReached(member)).isFalse();
        writes.reached(member, "0-1-2");
        assertThat(writes.isReached(member)).isTrue();
        Thread.sleep(2);
        assertThat(writes.isOwed(1)).isFalse();
        assertThat(writes.isOwed(OwnWrites.FOREVER)).isTrue();
    }
}
