package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.Algorithms;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes of broadcast tables ask for the state of the stored rule with one call more; all others make the calls they made. */
class BroadcastCallsTest {
    private static final Pattern SENT =
            Pattern.compile("ds\\d \\w+\\.(execute\\w*|commit|rollback|setAutoCommit)\\(.*");
    private static final String WRITE = "UPDATE t_word SET word = 'VII' WHERE id = 7";

    private final Recording recording = new Recording();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = TestDatabase.H2.create("calls", i);
            pools.add(pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_word (id BIGINT PRIMARY KEY, word VARCHAR(20))");
                statement.execute("CREATE TABLE t_count (user_id BIGINT PRIMARY KEY, n BIGINT)");
                statement.execute("INSERT INTO t_word VALUES (7, 'seven')");
            }
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    /** Returns the calls of statements, once everything was learned that statements of their kind need. */
    private List<String> sent(RuleStore store, int dataSources, boolean autoCommit, String... statements)
            throws SQLException {
        String[] names = {"ds0", "ds1"};
        ShardingRule rule = ShardingRuleBuilder.over(dataSources == 1 ? new String[] {"ds0"} : names)
                .table("t_count", table -> table.nodes(dataSources == 1 ? "ds0.t_count" : "ds{0..1}.t_count")
                        .databaseBy("user_id", Algorithms.mod()))
                .broadcast("t_word")
                .build();
        ShardingDataSource.Builder builder = ShardingDataSource.builder()
                .rule(rule)
                .options(ShardingOptions.builder()
                        .ruleStore(store.every(Duration.ofHours(1)))
                        .build());
        for (int i = 0; i < dataSources; i++) {
            builder.dataSource(names[i], recording.wrap(names[i], pools.get(i)));
        }
        try (ShardingDataSource logical = builder.build()) {
            run(logical, autoCommit, statements);
            recording.take();
            run(logical, autoCommit, statements);
            return recording.take().stream()
                    .filter(line -> SENT.matcher(line).matches())
                    .toList();
        }
    }

    private static void run(ShardingDataSource logical, boolean autoCommit, String... statements) throws SQLException {
        try (Connection connection = logical.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(autoCommit);
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
            if (!autoCommit) {
                connection.commit();
            }
        }
    }

    private static List<String> questions(List<String> sent) {
        return sent.stream().filter(line -> line.contains("SELECT state")).toList();
    }

    private void isOneCallMore(int dataSources, boolean autoCommit) throws SQLException {
        List<String> before = sent(RuleStore.OFF, dataSources, autoCommit, WRITE);
        List<String> after = sent(RuleStore.DEFAULTS, dataSources, autoCommit, WRITE);
        assertThat(questions(before)).isEmpty();
        assertThat(questions(after)).singleElement().asString().startsWith("ds0 Statement.executeQuery(");
        List<String> others = new ArrayList<>(after);
        others.removeAll(questions(after));
        assertThat(others).containsExactlyInAnyOrderElementsOf(before);
        // All of the write comes before the question, and the commits come after it.
        int question = after.indexOf(questions(after).get(0));
        assertThat(after.subList(0, question))
                .filteredOn(line -> line.contains(WRITE))
                .hasSize(dataSources);
        assertThat(after.subList(0, question)).noneMatch(line -> line.contains(".commit("));
    }

    @Test
    void aWriteAsksOnce() throws SQLException {
        isOneCallMore(2, true);
    }

    @Test
    void aWriteInATransactionAsksOnce() throws SQLException {
        isOneCallMore(2, false);
    }

    @Test
    void aWriteOfTheOnlyCopyInATransactionAsksOnce() throws SQLException {
        isOneCallMore(1, false);
    }

    /** One data source commits by itself without the question. */
    @Test
    void theOnlyCopyIsWrittenInATransaction() throws SQLException {
        assertThat(sent(RuleStore.OFF, 1, true, WRITE))
                .singleElement()
                .asString()
                .contains(WRITE);
        List<String> sent = sent(RuleStore.DEFAULTS, 1, true, WRITE);
        assertThat(questions(sent)).hasSize(1);
        assertThat(sent.indexOf(questions(sent).get(0)))
                .isGreaterThan(sent.indexOf("ds0 Statement.executeUpdate(" + WRITE + ")"))
                .isLessThan(sent.indexOf("ds0 Connection.commit()"));
    }

    /** DDL commits by itself where it ran. */
    @Test
    void definitionsSayWhereTheyDidNotRun() throws SQLException {
        ShardingRule rule =
                ShardingRuleBuilder.over("ds0", "ds1").broadcast("t_word").build();
        try (ShardingDataSource logical = ShardingDataSource.builder()
                        .rule(rule)
                        .dataSource("ds0", recording.wrap("ds0", pools.get(0)))
                        .dataSource("ds1", recording.wrap("ds1", pools.get(1)))
                        .build();
                Connection connection = logical.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE INDEX ix_word ON t_word (word)");
            recording.on("ds1 Statement.executeLargeUpdate", () -> {
                try (Connection other = pools.get(0).getConnection();
                        Statement superseding = other.createStatement()) {
                    superseding.execute("UPDATE sharding_rule SET state = 'superseded'");
                }
            });
            assertThatThrownBy(() -> statement.execute("DROP INDEX ix_word"))
                    .hasMessageContaining("SK-5002")
                    .hasMessageContaining("ran on ds0, ds1, and meanwhile a data source joined");
            recording.clearHooks();
            assertThatThrownBy(() -> statement.execute("CREATE INDEX ix_word ON t_word (word)"))
                    .hasMessageContaining("SK-5015");
        }
    }

    @Test
    void otherWritesAskNothing() throws SQLException {
        String[] others = {"UPDATE t_count SET n = 1 WHERE user_id = 1", "UPDATE t_count SET n = 1 WHERE 1 = 1"};
        for (boolean autoCommit : new boolean[] {true, false}) {
            assertThat(sent(RuleStore.DEFAULTS, 2, autoCommit, others))
                    .containsExactlyElementsOf(sent(RuleStore.OFF, 2, autoCommit, others));
        }
    }
}
