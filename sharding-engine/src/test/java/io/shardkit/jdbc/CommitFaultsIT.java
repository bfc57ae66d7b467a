package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.options.CrossSource;
import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import io.shardkit.testing.ServerSize;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nothing is torn, lost or unreported when databases are cut off in the middle of commits. */
class CommitFaultsIT {
    private static final Logger LOG = LoggerFactory.getLogger(CommitFaultsIT.class);
    private static final int TRANSACTIONS = Integer.getInteger("shardkit.faults", Effort.of(150));
    private static final long SEED = Long.getLong("shardkit.seed", 20261123);

    private static final int KILLS = Integer.getInteger("shardkit.kills", Effort.of(2));
    private static final int KILLED_TRANSACTIONS = Integer.getInteger("shardkit.killed", 100);

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"MARIADB, ATOMIC", "POSTGRESQL, ATOMIC", "MARIADB, BEST_EFFORT", "POSTGRESQL, BEST_EFFORT"})
    void serversAreKilledAndComeBack(TestDatabase kind, CrossSource way) throws Exception {
        try (DatabaseServer first = start(kind);
                DatabaseServer second = start(kind);
                CommitFaults faults = CommitFaults.ofKilled(List.of(first, second), way, SEED)) {
            Map<String, Integer> told = faults.run(KILLED_TRANSACTIONS, KILLS);
            LOG.info("{} {}, killed, seed {}: {}", kind, way, SEED, told);
            assertThat(faults.differences()).isEmpty();
            assertThat(told.get("committed"))
                    .as("transactions that came through")
                    .isPositive();
        }
    }

    private static DatabaseServer start(TestDatabase kind) {
        return kind.speaksMysql()
                ? EmbeddedServers.startMariaDb(ServerSize.SMALL)
                : EmbeddedServers.startPostgres(ServerSize.SMALL);
    }

    @ParameterizedTest
    @CsvSource({"MARIADB, ATOMIC", "POSTGRESQL, ATOMIC", "MARIADB, BEST_EFFORT", "POSTGRESQL, BEST_EFFORT"})
    void callersAreToldWhatTheDatabasesHold(TestDatabase kind, CrossSource way) throws Exception {
        try (CommitFaults faults = new CommitFaults(kind, way, SEED)) {
            Map<String, Integer> told = faults.run(TRANSACTIONS, TRANSACTIONS / 6);
            LOG.info("{} {}, seed {}: {}", kind, way, SEED, told);
            assertThat(faults.differences()).isEmpty();
            assertThat(told.get("committed"))
                    .as("transactions that came through")
                    .isPositive();
            assertThat(told.keySet()).as("faults that were met").hasSizeGreaterThan(1);
        }
    }
}
