package io.shardkit.execute.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.CommitOutcome;
import io.shardkit.error.ErrorCode;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.CommitEnded.Outcome;
import io.shardkit.observe.StatementListener;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedCoordinatorTest {
    private static Outcome told(CommitOutcome outcome) {
        CommitFailure failure = new CommitFailure(ErrorCode.COMMIT_INCOMPLETE, new SQLException("gone"), outcome);
        List<CommitEnded> events = new ArrayList<>();
        StatementListener listener = new StatementListener() {
            @Override
            public void commitEnded(CommitEnded event) {
                events.add(event);
            }
        };
        Coordinator observed =
                new ObservedCoordinator((participants, wrote) -> failure, CommitEnded.Mode.ATOMIC, listener);
        assertThat(observed.commit(List.of(), shard -> true)).isSameAs(failure);
        assertThat(events).hasSize(1);
        return events.get(0).outcome();
    }

    @Test
    void failureIsToldByWhatBecameOfTheDataSources() {
        List<String> none = List.of();
        assertThat(told(new CommitOutcome(none, List.of("ds0"), none, List.of("ds1"))))
                .isEqualTo(Outcome.FAILED);
        assertThat(told(new CommitOutcome(List.of("ds0"), List.of("ds1"), none, none)))
                .isEqualTo(Outcome.PARTLY);
        assertThat(told(new CommitOutcome(none, none, List.of("ds0"), none))).isEqualTo(Outcome.UNKNOWN);
        assertThat(told(new CommitOutcome(List.of("ds0"), none, List.of("ds1"), none)))
                .isEqualTo(Outcome.UNKNOWN);
    }
}
