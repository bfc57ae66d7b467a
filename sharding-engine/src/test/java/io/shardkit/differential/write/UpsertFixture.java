package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ComplexShardingAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.differential.fixture.ShardCalls;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.Limits;
import io.shardkit.options.ShardingOptions;
import io.shardkit.options.Upserts;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A table {@code account} in {@code ds[owner mod 2].account_[id mod 2]} and once more whole. Its unique keys are
 * {@code id}, {@code email}, and {@code (region, code)}. The ids of {@code entry}, which lies alike, are generated. A table
 * {@code pair} lies in {@code ds[(a + b) mod 2]}, and its unique key is {@code id}. A table {@code member}, which
 * {@link #addMembers} makes, lies in {@code ds[owner mod 2]} and is there once more whole; its unique keys are {@code id} and
 * {@code (owner, name)}.
 */
final class UpsertFixture implements AutoCloseable {
    static final String COLUMNS = "id BIGINT PRIMARY KEY, owner INT NOT NULL, email VARCHAR(20) UNIQUE, region INT,"
            + " code VARCHAR(10) DEFAULT 'x', born DATE UNIQUE, note VARCHAR(40), UNIQUE (region, code)";
    private static final String MEMBER =
            "CREATE TABLE member (id BIGINT PRIMARY KEY, owner INT NOT NULL, name VARCHAR(20), points INT, UNIQUE (owner, name))";
    private static final String ROWS = "SELECT id, owner, email, region, code, born, note FROM account ORDER BY id";

    final TestDatabase database;
    final ShardCalls calls = new ShardCalls();
    final DataSource whole;
    private final Map<String, DataSource> named = new LinkedHashMap<>();
    private final List<HikariDataSource> sources = new ArrayList<>();
    private boolean hasMembers;

    UpsertFixture(TestDatabase database) throws SQLException {
        this.database = database;
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("upserts" + i, i);
            sources.add(source);
            named.put("ds" + i, source);
            for (int table = 0; table < 2; table++) {
                run(source, "CREATE TABLE account_" + table + " (" + COLUMNS + ")");
                run(source, "CREATE TABLE entry_" + table + " (id BIGINT PRIMARY KEY, owner INT, note VARCHAR(40))");
            }
            run(source, "CREATE TABLE pair (id BIGINT PRIMARY KEY, a INT NOT NULL, b INT NOT NULL)");
        }
        HikariDataSource oracle = database.create("upserts", 0);
        sources.add(oracle);
        whole = oracle;
        run(whole, "CREATE TABLE account (" + COLUMNS + ")");
    }

    void addMembers() throws SQLException {
        for (DataSource source : sources) {
            run(source, MEMBER);
        }
        hasMembers = true;
    }

    private record SumAlgorithm() implements ComplexShardingAlgorithm {
        @Override
        public int shardCount() {
            return 2;
        }

        @Override
        public boolean accepts(KeyType type) {
            return type == KeyType.INTEGER;
        }

        @Override
        public int shard(List<Object> keys) {
            return (int) (((Long) keys.get(0) + (Long) keys.get(1)) % 2);
        }
    }

    DataSource engine() throws SQLException {
        return engine(Upserts.CHECK, false);
    }

    DataSource engine(Upserts upserts, boolean checked) throws SQLException {
        AtomicLong next = new AtomicLong(1000);
        ShardingStrategy byOwner = new ShardingStrategy("owner", new ModAlgorithm(2));
        ShardingStrategy byId = new ShardingStrategy("id", new ModAlgorithm(2));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"), checked)
                .table(new TableRule("account", "ds{0..1}.account_{0..1}", byOwner, byId, null))
                .table(new TableRule("member", "ds{0..1}.member", byOwner, null, null))
                .table(new TableRule(
                        "pair",
                        "ds{0..1}.pair",
                        ShardingStrategy.complex(List.of("a", "b"), new SumAlgorithm()),
                        null,
                        null))
                .table(new TableRule(
                        "entry",
                        "ds{0..1}.entry_{0..1}",
                        byOwner,
                        byId,
                        new KeyGeneration("id", next::getAndIncrement)))
                .build();
        Limits limits = Limits.builder()
                .gatherMaxRows(1000)
                .maxMergedRows(1000)
                .maxOffset(1000)
                .upserts(upserts)
                .build();
        return ShardingDataSource.create(
                named,
                rule,
                ShardingOptions.builder()
                        .executor(Runnable::run)
                        .limits(limits)
                        .planCacheSize(100)
                        .listener(calls)
                        .build());
    }

    /** An INSERT into account that updates the row whose id is there. */
    String upsert(String columns, String values, String... updated) {
        List<String> updates = new ArrayList<>();
        for (String column : updated) {
            updates.add(
                    column.contains("=")
                            ? column
                            : column
                                    + (database == TestDatabase.POSTGRESQL
                                            ? " = EXCLUDED." + column
                                            : " = VALUES(" + column + ")"));
        }
        return "INSERT INTO account (" + columns + ") VALUES " + values
                + (database == TestDatabase.POSTGRESQL
                        ? " ON CONFLICT (id) DO UPDATE SET "
                        : " ON DUPLICATE KEY UPDATE ")
                + String.join(", ", updates);
    }

    /** Runs a statement here and on one database: the same count, and the same rows after it. */
    void same(DataSource engine, String sql, @Nullable Object... parameters) throws SQLException {
        int count = run(engine, sql, parameters);
        assertThat(count).as(sql).isEqualTo(run(whole, sql, parameters));
        sameRows(engine);
    }

    /** Runs a statement here and on one database: the same count or the same kind of error, and the same rows after it. */
    void alike(DataSource engine, String sql, @Nullable Object... parameters) throws SQLException {
        assertThat(outcome(engine, sql, parameters))
                .as(sql + " " + Arrays.toString(parameters))
                .isEqualTo(outcome(whole, sql, parameters));
        sameRows(engine);
    }

    private static String outcome(DataSource source, String sql, @Nullable Object... parameters) {
        try {
            return "count " + run(source, sql, parameters);
        } catch (SQLException failure) {
            assertThat((Throwable) failure).isNotInstanceOf(ShardingException.class);
            return "SQLState " + failure.getSQLState();
        }
    }

    /** The rows of one database, each in the actual table to which it belongs. */
    void sameRows(DataSource engine) throws SQLException {
        assertThat(WriteFixture.rows(engine, ROWS)).isEqualTo(WriteFixture.rows(whole, ROWS));
        if (hasMembers) {
            String members = "SELECT id, owner, name, points FROM member ORDER BY id";
            assertThat(WriteFixture.rows(engine, members)).isEqualTo(WriteFixture.rows(whole, members));
        }
        for (int source = 0; source < 2; source++) {
            if (hasMembers) {
                String misplaced = "SELECT id, owner FROM member WHERE MOD(owner, 2) <> " + source;
                assertThat(WriteFixture.rows(sources.get(source), misplaced)).isEmpty();
            }
            for (int table = 0; table < 2; table++) {
                String misplaced = "SELECT id, owner FROM account_" + table + " WHERE MOD(owner, 2) <> " + source
                        + " OR MOD(id, 2) <> " + table;
                assertThat(WriteFixture.rows(sources.get(source), misplaced))
                        .as(misplaced)
                        .isEmpty();
            }
        }
    }

    /** Is refused, and changes nothing. */
    void refused(DataSource engine, ErrorCode code, String sql, @Nullable Object... parameters) throws SQLException {
        assertRefused(code, catchThrowable(() -> run(engine, sql, parameters)));
        sameRows(engine);
    }

    /** The code of a refusal, or the class of a database's error. */
    static String end(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "done";
        }
        boolean refused = thrown instanceof ShardingException coded && coded.errorCode() != ErrorCode.DUPLICATE_KEY;
        return refused
                ? ((ShardingException) thrown).errorCode().code()
                : ((SQLException) thrown).getSQLState().substring(0, 2);
    }

    static void assertRefused(ErrorCode code, Throwable thrown) {
        assertThat(thrown).isInstanceOf(ShardingException.class);
        assertThat(((ShardingException) thrown).errorCode())
                .as(thrown.getMessage())
                .isSameAs(code);
    }

    static int run(DataSource source, String sql, @Nullable Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return run(connection, sql, parameters);
        }
    }

    static int run(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        if (parameters.length == 0) {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public void close() {
        sources.forEach(HikariDataSource::close);
    }
}
