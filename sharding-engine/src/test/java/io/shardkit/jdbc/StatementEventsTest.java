package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.CommitEnded.Mode;
import io.shardkit.observe.CommitEnded.Outcome;
import io.shardkit.observe.DataSourceState;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.Operation;
import io.shardkit.observe.PlanMade;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.RowsMerged;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what a listener is told of statements, rows, commits and plans. */
class StatementEventsTest {
    private static final String ONE = "SELECT name FROM t_order WHERE user_id = ? AND id = ?";
    private static final String ALL = "SELECT id FROM t_order ORDER BY id";
    private static final String RANKED = "SELECT id, RANK() OVER (ORDER BY name) FROM t_order";

    private final Events events = new Events();
    private final Recording recording = new Recording();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private ShardingDataSource dataSource;

    /** Keeps all that it is told; statements are whole, one after the other. */
    private static final class Events implements StatementListener {
        private final List<StatementEnded> ended = new ArrayList<>();
        private final List<RowsMerged> merged = new ArrayList<>();
        private final List<RowsGathered> gathered = new ArrayList<>();
        private final List<CommitEnded> commits = new ArrayList<>();
        private final List<PlanMade> plans = new ArrayList<>();
        private int open;
        private final List<Boolean> requests = new ArrayList<>();

        @Override
        public void statementStarted() {
            open++;
        }

        @Override
        public void statementEnded(StatementEnded event) {
            open--;
            assertThat(open).isZero();
            ended.add(event);
        }

        @Override
        public void rowsMerged(RowsMerged event) {
            merged.add(event);
        }

        @Override
        public void rowsGathered(RowsGathered event) {
            gathered.add(event);
        }

        @Override
        public void commitEnded(CommitEnded event) {
            commits.add(event);
        }

        @Override
        public void planRequested(boolean kept) {
            requests.add(kept);
        }

        @Override
        public void planMade(PlanMade event) {
            plans.add(event);
        }

        StatementEnded last() {
            assertThat(open).isZero();
            return ended.get(ended.size() - 1);
        }
    }

    @BeforeEach
    void open() throws SQLException {
        Map<String, DataSource> dataSources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("events" + i, i);
            pools.add(pool);
            dataSources.put("ds" + i, recording.wrap("ds" + i, pool));
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 2; table++) {
                    statement.execute("CREATE TABLE t_order_" + table
                            + " (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(40))");
                }
            }
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t_order",
                        "ds{0..1}.t_order_{0..1}",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        null))
                .build();
        dataSource = ShardingDataSource.create(
                dataSources,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .planCacheSize(100)
                        .listener(events)
                        .build());
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO t_order (id, user_id, name) VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')");
        }
    }

    @AfterEach
    void close() {
        dataSource.close();
        pools.forEach(HikariDataSource::close);
    }

    private void query(String sql, Object... values) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    assertThat(rows.getObject(1)).isNotNull();
                }
            }
        }
    }

    @Test
    void oneUnitIsToldWithWhetherItWasPlanned() throws SQLException {
        int plans = events.plans.size();
        query(ONE, 1L, 1L);
        assertThat(events.last())
                .extracting(
                        StatementEnded::sql,
                        StatementEnded::operation,
                        StatementEnded::way,
                        StatementEnded::units,
                        StatementEnded::planned,
                        StatementEnded::errorType)
                .containsExactly(ONE, Operation.QUERY, ExecutionStrategy.ONE_UNIT, 1, true, "");
        assertThat(events.last().nanos()).isPositive();
        assertThat(events.plans).hasSize(plans + 1);
        events.requests.clear();
        query(ONE, 2L, 2L);
        assertThat(events.last().planned()).isFalse();
        assertThat(events.plans).hasSize(plans + 1);
        assertThat(events.requests).containsExactly(true);
    }

    @Test
    void textsOfOneShapeArePlannedOnce() throws SQLException {
        List<Boolean> planned = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int id = 1; id < 4; id++) {
                statement
                        .executeQuery("SELECT name FROM t_order WHERE user_id = " + id + " AND id = " + id)
                        .close();
                planned.add(events.last().planned());
            }
        }
        assertThat(planned).containsExactly(true, false, false);
    }

    @Test
    void scatterIsToldWithItsUnitsAndTheRowsThatWereRead() throws SQLException {
        query(ALL);
        assertThat(events.last())
                .extracting(StatementEnded::way, StatementEnded::units)
                .containsExactly(ExecutionStrategy.SCATTER, 4);
        assertThat(events.merged).containsExactly(new RowsMerged(4, 3));
    }

    @Test
    void gatherIsToldWithTheRowsThatWereCopied() throws SQLException {
        query(RANKED);
        assertThat(events.last().way()).isEqualTo(ExecutionStrategy.GATHER);
        assertThat(events.last().units()).isEqualTo(4);
        assertThat(events.gathered).hasSize(1);
        assertThat(events.gathered.get(0).rows()).isEqualTo(3);
    }

    @Test
    void refusalIsToldOnceWithItsCode() throws SQLException {
        int before = events.ended.size();
        String refused = "UPDATE t_order SET id = id + 1";
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate(refused)).isInstanceOf(SQLException.class);
        }
        assertThat(events.ended).hasSize(before + 1);
        assertThat(events.last().refusal()).isNotNull();
        assertThat(events.last().way()).isEqualTo(ExecutionStrategy.NONE);
        assertThat(events.last().sql()).isEqualTo(refused);
        assertThat(events.last().operation()).isEqualTo(Operation.UPDATE);
        assertThatThrownBy(() -> query("DELETE FROM t_order WHERE id = ? AND user_id IN (SELECT 1)", 1L))
                .isInstanceOf(SQLException.class);
        assertThat(events.last().operation()).isEqualTo(Operation.DELETE);
    }

    @Test
    void refusalAtPreparingIsToldOnce() throws SQLException {
        int before = events.ended.size();
        try (Connection connection = dataSource.getConnection()) {
            assertThatThrownBy(() -> connection.prepareStatement(null)).isInstanceOf(SQLException.class);
            connection.createStatement().executeQuery(ALL).close();
        }
        assertThat(events.ended).hasSize(before + 2);
        assertThat(events.ended.get(before).refusal()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(events.last().failure()).isNull();
    }

    @Test
    void failureOfADatabaseIsToldWithItsState() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() ->
                            statement.executeUpdate("INSERT INTO t_order (id, user_id, name) VALUES (1, 1, 'again')"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(events.last())
                .extracting(StatementEnded::refusal, StatementEnded::errorType, StatementEnded::way)
                .containsExactly(null, "23505", ExecutionStrategy.ONE_UNIT);
    }

    @Test
    void batchIsOneStatement() throws SQLException {
        int before = events.ended.size();
        String update = "UPDATE t_order SET name = ? WHERE user_id = ? AND id = ?";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(update)) {
            for (long id = 1; id < 4; id++) {
                statement.setString(1, "x");
                statement.setLong(2, id);
                statement.setLong(3, id);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
        }
        assertThat(events.ended).hasSize(before + 1);
        assertThat(events.last())
                .extracting(StatementEnded::sql, StatementEnded::operation, StatementEnded::way)
                .containsExactly(update, Operation.UPDATE, ExecutionStrategy.BATCH);
    }

    @Test
    void commitIsToldWithWhatBecameOfIt() throws SQLException {
        events.commits.clear();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE t_order SET name = 'z' WHERE 1 = 1");
            connection.commit();
        }
        assertThat(events.commits).hasSize(1);
        assertThat(events.commits.get(0))
                .extracting(CommitEnded::mode, CommitEnded::outcome, CommitEnded::dataSources)
                .containsExactly(CommitEnded.Mode.BEST_EFFORT, CommitEnded.Outcome.COMMITTED, 2);
    }

    private static final SQLException GONE = new SQLException("the connection is lost", "08006");

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void loseAnswersOf(String dataSource) {
        for (String type : List.of("Statement", "PreparedStatement")) {
            for (String method :
                    List.of("execute", "executeUpdate", "executeLargeUpdate", "executeQuery", "executeBatch")) {
                recording.fail(dataSource + " " + type + "." + method, GONE);
            }
        }
    }

    /** Returns the event of the only commit of a statement in autocommit that fails. */
    private CommitEnded failing(String sql) {
        events.commits.clear();
        assertThatThrownBy(() -> execute(sql)).isInstanceOf(SQLException.class);
        assertThat(events.commits).hasSize(1);
        return events.commits.get(0);
    }

    private static void assertCommit(CommitEnded commit, Mode mode, Outcome outcome, int dataSources) {
        assertThat(commit)
                .extracting(CommitEnded::mode, CommitEnded::outcome, CommitEnded::dataSources)
                .containsExactly(mode, outcome, dataSources);
        assertThat(commit.nanos()).isPositive();
    }

    @Test
    void writeOverSeveralDataSourcesTellsWhatBecameOfItsCommit() throws SQLException {
        recording.fail("ds1 Connection.commit", GONE);
        assertCommit(failing("UPDATE t_order SET name = 'z' WHERE 1 = 1"), Mode.BEST_EFFORT, Outcome.UNKNOWN, 2);
        recording.fail("ds1 Connection.commit", new SQLException("a deferred constraint", "23503"));
        assertCommit(failing("UPDATE t_order SET name = 'y' WHERE 1 = 1"), Mode.BEST_EFFORT, Outcome.PARTLY, 2);
        recording.fail("ds0 Connection.commit", new SQLException("a deferred constraint", "23503"));
        assertCommit(failing("UPDATE t_order SET name = 'x' WHERE 1 = 1"), Mode.BEST_EFFORT, Outcome.FAILED, 2);
    }

    @Test
    void writeOfOneUnitWithoutAnAnswerIsOfUnknownOutcome() throws SQLException {
        loseAnswersOf("ds1");
        String write = "UPDATE t_order SET name = 'z' WHERE user_id = 1 AND id = 1";
        assertCommit(failing(write), Mode.AUTOCOMMIT, Outcome.UNKNOWN, 1);
        events.commits.clear();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate(write)).isInstanceOf(SQLException.class);
        }
        assertThat(events.commits).hasSize(1);
        assertCommit(events.commits.get(0), Mode.AUTOCOMMIT, Outcome.UNKNOWN, 1);
    }

    @Test
    void batchOfOneUnitWithoutAnAnswerIsOfUnknownOutcome() throws SQLException {
        loseAnswersOf("ds1");
        events.commits.clear();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("UPDATE t_order SET name = 'z' WHERE user_id = ? AND id = ?")) {
            for (int i = 0; i < 2; i++) {
                statement.setLong(1, 1);
                statement.setLong(2, 1);
                statement.addBatch();
            }
            assertThatThrownBy(statement::executeBatch).isInstanceOf(SQLException.class);
        }
        assertThat(events.commits).hasSize(1);
        assertCommit(events.commits.get(0), Mode.AUTOCOMMIT, Outcome.UNKNOWN, 1);
    }

    @Test
    void writeThatADatabaseRefusesHasNoCommit() {
        events.commits.clear();
        assertThatThrownBy(() -> execute("INSERT INTO t_order (id, user_id, name) VALUES (1, 1, 'again')"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> execute("INSERT INTO t_order (id, user_id, name) VALUES (8, 8, 'h'), (1, 1, 'again')"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> query(ONE, 1L, "x")).isInstanceOf(SQLException.class);
        loseAnswersOf("ds1");
        assertThatThrownBy(() -> query(ONE, 1L, 1L)).isInstanceOf(SQLException.class);
        assertThat(events.commits).isEmpty();
    }

    @Test
    void writeInATransactionIsNotCommittedByItself() throws SQLException {
        events.commits.clear();
        loseAnswersOf("ds1");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("UPDATE t_order SET name = 'z' WHERE user_id = 1 AND id = 1"))
                    .isInstanceOf(SQLException.class);
            connection.rollback();
        }
        assertThat(events.commits).isEmpty();
    }

    @Test
    void ddlOverSeveralDataSourcesTellsHowFarItCame() throws SQLException {
        events.commits.clear();
        execute("ALTER TABLE t_order ADD COLUMN note VARCHAR(9)");
        assertThat(events.commits).hasSize(1);
        assertCommit(events.commits.get(0), Mode.AUTOCOMMIT, Outcome.COMMITTED, 2);
        try (Connection connection = pools.get(1).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE t_order_1 ADD COLUMN late INT");
        }
        assertCommit(failing("ALTER TABLE t_order ADD COLUMN late INT"), Mode.AUTOCOMMIT, Outcome.PARTLY, 2);
        loseAnswersOf("ds1");
        assertCommit(failing("ALTER TABLE t_order ADD COLUMN more INT"), Mode.AUTOCOMMIT, Outcome.UNKNOWN, 2);
        events.commits.clear();
        assertThatThrownBy(() -> execute("ALTER TABLE t_order ADD COLUMN note INT"))
                .isInstanceOf(SQLException.class);
        assertThat(events.commits).isEmpty();
    }

    @Test
    void dataSourcesTellWhetherTheyCanBeReached() throws SQLException {
        assertThat(dataSource.dataSources())
                .containsExactly(new DataSourceState("ds0", true), new DataSourceState("ds1", true));
        int plans = dataSource.plans();
        query(ONE, 1L, 1L);
        assertThat(dataSource.plans()).isEqualTo(plans + 1);
    }

    @Test
    void textsAreShownWithoutValues() {
        assertThat(dataSource.withoutValues(
                        "SELECT /* to 'Ada' */ name FROM t_order WHERE id IN (1, 2.5) AND name = 'O''Hara' -- secret"))
                .isEqualTo("SELECT name FROM t_order WHERE id IN (?, ?) AND name = ?");
        assertThat(dataSource.withoutValues("SELECT 'open")).doesNotContain("open");
    }
}
