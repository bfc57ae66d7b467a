package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks where rows are gathered, how they get there, and the limit of those that move. */
class GatherPlaceIT {
    private static final int ROWS = 700;
    private static final List<String> TEXTS = List.of(
            "a\tb",
            "line\nbreak",
            "c\r\nd",
            "back\\slash",
            "\\N",
            "\\.",
            "",
            " ",
            "it's",
            "\u00e4 \ud83d\ude00",
            "x".repeat(3000));

    private static final List<String> SINGLE_TABLE =
            List.of("CREATE TABLE p (id BIGINT NOT NULL PRIMARY KEY)", "INSERT INTO p VALUES (1)");

    private final ExecutorService executor = Executors.newCachedThreadPool();

    /** A database and its shards. */
    private record Databases(HikariDataSource whole, HikariDataSource first, HikariDataSource second)
            implements AutoCloseable {
        Map<String, DataSource> shards() {
            Map<String, DataSource> sources = new LinkedHashMap<>();
            sources.put("ds0", first);
            sources.put("ds1", second);
            return sources;
        }

        @Override
        public void close() {
            whole.close();
            first.close();
            second.close();
        }
    }

    private static Databases open(TestDatabase database, int rows) throws SQLException {
        Databases opened = new Databases(
                database.create("place_whole"), database.create("place_ds0", 0), database.create("place_ds1", 1));
        fill(opened.whole(), SpreadTable.WHOLE, rows);
        fill(opened.first(), 0, rows);
        fill(opened.second(), 1, rows);
        return opened;
    }

    private static void fill(DataSource source, int number, int rows) throws SQLException {
        SpreadTable.execute(source, SpreadTable.statements(number, "ref BIGINT, note VARCHAR(4000)", 0, id -> ""));
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            for (String table : number == SpreadTable.WHOLE ? List.of("o") : List.of("o_0", "o_1")) {
                int remainder = table.equals("o_1") ? 1 : 0;
                int step = number == SpreadTable.WHOLE ? 1 : 2;
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?, ?)")) {
                    for (int id = remainder; id < rows; id += step) {
                        int k = id % 10 == 0 ? 1 : 0;
                        if (number == SpreadTable.WHOLE || number == k) {
                            insert.setLong(1, id);
                            insert.setLong(2, k);
                            Long ref = id % 7 == 0 ? null : (long) (id * 31 % rows);
                            insert.setObject(3, ref, Types.BIGINT);
                            insert.setString(4, id % 13 == 0 ? null : TEXTS.get(id % TEXTS.size()) + id / 5);
                            insert.addBatch();
                        }
                    }
                    insert.executeBatch();
                }
            }
            connection.commit();
        }
    }

    private DataSource engine(Databases databases, long rows, long bytes) throws SQLException {
        return ShardingDataSource.create(
                databases.shards(),
                SpreadTable.rule().build(),
                ShardingOptions.builder()
                        .executor(executor)
                        .limits(Limits.builder()
                                .gatherMaxRows(rows)
                                .gatherMaxBytes(bytes)
                                .build())
                        .build());
    }

    @ParameterizedTest
    @OnDatabases
    void copiesAreTheRowsThemselves(TestDatabase database) throws SQLException {
        try (Databases databases = open(database, ROWS)) {
            DataSource engine = engine(databases, 100_000, Long.MAX_VALUE);
            for (String sql : List.of(
                    "SELECT a.id, a.note, b.note FROM o a JOIN o b ON b.id = a.ref",
                    "SELECT a.id, b.id FROM o a JOIN o b ON b.note = a.note WHERE a.id < 50",
                    "SELECT a.id, (SELECT COUNT(*) FROM o b WHERE b.ref = a.id) FROM o a WHERE a.id < 100",
                    "SELECT a.id FROM o a WHERE a.id < 50 AND a.ref NOT IN"
                            + " (SELECT b.ref FROM o b WHERE b.ref IS NOT NULL AND b.id > 100)",
                    "SELECT a.id, b.id FROM o a LEFT JOIN o b ON b.ref = a.id AND b.note <> a.note"
                            + " WHERE a.id < 100")) {
                List<String> whole = SpreadTable.read(databases.whole(), sql);
                // The second execution knows the sizes of the first.
                assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(whole);
                assertThat(SpreadTable.read(engine, sql)).as(sql).isEqualTo(whole);
                try (Connection connection = engine.getConnection();
                        Statement statement = connection.createStatement()) {
                    connection.setAutoCommit(false);
                    assertThat(SpreadTable.rows(statement, sql)).as(sql).isEqualTo(rowsOf(databases.whole(), sql));
                    connection.rollback();
                }
            }
        }
    }

    /** More than may wait to be written. The single table demands the place that has few of the rows. */
    @ParameterizedTest
    @OnDatabases
    @Timeout(60)
    void manyRowsAreReadByTheirWriterWhereNobodyElseIsFree(TestDatabase database) throws SQLException {
        try (Databases databases = open(database, 7000)) {
            SpreadTable.execute(databases.whole(), SINGLE_TABLE);
            SpreadTable.execute(databases.second(), SINGLE_TABLE);
            String sql = "SELECT a.id, a.note FROM o a JOIN p ON p.id <> a.id";
            List<String> whole = SpreadTable.read(databases.whole(), sql);
            for (Executor given : List.<Executor>of(Runnable::run, executor)) {
                DataSource engine = ShardingDataSource.create(
                        databases.shards(),
                        SpreadTable.rule().single("ds1", "p").build(),
                        ShardingOptions.builder().executor(given).build());
                assertThat(SpreadTable.read(engine, sql)).isEqualTo(whole);
            }
        }
    }

    private static List<String> rowsOf(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            return SpreadTable.rows(statement, sql);
        }
    }

    /** Nine rows of ten lie on ds0, and half of the units. */
    @ParameterizedTest
    @OnDatabases
    void rowsThatLieAtThePlaceAreNotCounted(TestDatabase database) throws SQLException {
        try (Databases databases = open(database, 1000)) {
            String sql = "SELECT COUNT(*) FROM o a JOIN o b ON b.id = a.ref";
            DataSource enough = engine(databases, 250, Long.MAX_VALUE);
            assertThat(SpreadTable.read(enough, sql)).isEqualTo(SpreadTable.read(databases.whole(), sql));
            DataSource fewRows = engine(databases, 50, Long.MAX_VALUE);
            assertThatThrownBy(() -> SpreadTable.read(fewRows, sql))
                    .hasMessageContaining(ErrorCode.GATHER_TOO_LARGE.code());
            DataSource fewBytes = engine(databases, 1000, 100);
            assertThatThrownBy(() -> SpreadTable.read(fewBytes, sql))
                    .hasMessageContaining(ErrorCode.GATHER_TOO_LARGE.code());
        }
    }

    @ParameterizedTest
    @OnDatabases
    void explainTellsOfTheLastExecution(TestDatabase database) throws SQLException {
        try (Databases databases = open(database, 1000)) {
            DataSource engine = engine(databases, 10_000, Long.MAX_VALUE);
            String sql = "SELECT a.id FROM o a JOIN o b ON b.id = a.ref WHERE a.k = 1 AND b.id >= 0";
            assertThat(copies(engine, sql)).isNotEmpty().allSatisfy(copy -> assertThat(copy.rows())
                    .isNull());
            List<String> whole = SpreadTable.read(databases.whole(), sql);
            assertThat(SpreadTable.read(engine, sql)).isEqualTo(whole);
            assertThat(SpreadTable.read(engine, sql)).isEqualTo(whole);
            List<Copied> copies = copies(engine, sql);
            assertThat(copies).allSatisfy(copy -> assertThat(copy.rows()).isNotNull());
            assertThat(copies.stream().mapToLong(copy -> orZero(copy.rows())).sum())
                    .isGreaterThanOrEqualTo(1000);
            // The rows of ds1 are those that move.
            assertThat(copies.stream().filter(copy -> copy.source().equals("ds1") && orZero(copy.rows()) > 0))
                    .isNotEmpty()
                    .allSatisfy(copy -> assertThat(copy.bytes()).isPositive());
        }
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    /** A copy, as EXPLAIN SHARDING tells of it. */
    private record Copied(String source, @Nullable Long rows, @Nullable Long bytes) {}

    private static List<Copied> copies(DataSource engine, String sql) throws SQLException {
        List<Copied> copies = new ArrayList<>();
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement();
                ResultSet steps = statement.executeQuery("EXPLAIN SHARDING " + sql)) {
            while (steps.next()) {
                if (steps.getString("action").startsWith("copy")) {
                    copies.add(new Copied(steps.getString("data_source"), (Long) steps.getObject("rows"), (Long)
                            steps.getObject("bytes")));
                }
            }
        }
        return copies;
    }
}
