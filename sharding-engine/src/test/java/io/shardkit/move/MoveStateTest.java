package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.move.MoveOperation.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of a move are made of those that its worker has stored. */
class MoveStateTest {
    private static MoveOperation copied(long rows) {
        MovedUnit unit = new MovedUnit("t_order", 0, "t_order_0", "ds0", "ds1", "t_order_0");
        return MoveOperation.of("m1", List.of(unit), MoveRequest.of(List.of("ds0.t_order_0"), "ds1"))
                .with(Figure.TOTAL, 2_000)
                .with(Figure.ROWS, rows);
    }

    @Test
    void bytesAreRowsOfAverageSize() {
        MoveState part = copied(500).with(Figure.TOTAL_BYTES, 208_000).state(0);
        assertThat(part.bytes()).isEqualTo(52_000);
        assertThat(part.totalBytes()).isEqualTo(208_000);
        MoveState more = copied(3_000).with(Figure.TOTAL_BYTES, 208_000).state(0);
        assertThat(more.bytes()).isEqualTo(312_000).isEqualTo(more.totalBytes());
    }

    @Test
    void bytesAreNotKnownWithoutStatistics() {
        MoveState state = MoveOperation.parse(copied(500).text()).state(0);
        assertThat(state.bytes()).isZero();
        assertThat(state.totalBytes()).isZero();
    }
}
