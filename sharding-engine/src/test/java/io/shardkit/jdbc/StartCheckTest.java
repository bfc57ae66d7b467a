package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.StartCheck;
import io.shardkit.options.Start;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StartCheckTest {
    private static final int DATABASES = 4;

    private final Recording recording = new Recording();
    private final Map<String, DataSource> databases = new LinkedHashMap<>();
    private final List<AutoCloseable> pools = new ArrayList<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < DATABASES; i++) {
            var pool = TestDatabase.H2.create("start");
            pools.add(pool);
            databases.put("ds" + i, recording.wrap("ds" + i, pool));
        }
    }

    @AfterEach
    void close() throws Exception {
        executor.shutdown();
        for (AutoCloseable pool : pools) {
            pool.close();
        }
    }

    /** No connection is given before all are asked for. */
    @Test
    void asksTheDatabasesSideBySide() throws SQLException {
        CyclicBarrier together = new CyclicBarrier(DATABASES);
        databases
                .keySet()
                .forEach(name ->
                        recording.on(name + " DataSource.getConnection", () -> together.await(30, TimeUnit.SECONDS)));
        assertThat(StartCheck.of(databases, executor, 0, Start.STOP)).hasSize(DATABASES);
        assertThat(recording.returned).hasValue(DATABASES);
    }

    @Test
    void asksThemOneByOneWhereTheExecutorDoesNotHelp() throws SQLException {
        Executor busy = task -> {
            throw new RejectedExecutionException();
        };
        for (Executor each : List.of(busy, (Executor) Runnable::run)) {
            List<StartCheck.Facts> facts = StartCheck.of(databases, each, 0, Start.STOP);
            assertThat(facts).hasSize(DATABASES);
            assertThat(facts.get(0).product()).isNotNull();
        }
    }

    @Test
    void reportsAllThatFail() {
        recording.fail("ds1 DataSource.getConnection", new SQLTransientConnectionException("no route"));
        recording.fail("ds3 DataSource.getConnection", new SQLTransientConnectionException("no answer"));
        assertThatThrownBy(() -> StartCheck.of(databases, executor, 0, Start.STOP))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, failure -> {
                    assertThat(failure.errorCode()).isEqualTo(ErrorCode.UNREACHABLE_DATA_SOURCE);
                    assertThat(failure.property()).isEqualTo("sharding.data-sources.ds1");
                    assertThat(failure.detail()).isEqualTo("no route");
                    assertThat(failure.getSuppressed())
                            .singleElement()
                            .isInstanceOfSatisfying(
                                    ShardingConfigurationException.class,
                                    other -> assertThat(other.property()).isEqualTo("sharding.data-sources.ds3"));
                });
        assertThat(recording.returned).hasValue(recording.borrowed.get());
    }

    @Test
    void asksNothingAboutTables() throws SQLException {
        StartCheck.of(databases, executor, 0, Start.STOP);
        assertThat(recording.take())
                .noneMatch(line -> line.contains("getTables") || line.contains("Columns("))
                .filteredOn(line -> line.contains("Statement.execute"))
                .allMatch(line -> line.contains("FROM (VALUES (1), (NULL))")
                        || line.contains("FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID = SESSION_ID()"));
    }

    @Test
    void refusesOneDatabaseUnderTwoNames() {
        databases.put("copy", databases.get("ds2"));
        assertThatThrownBy(() -> StartCheck.of(databases, executor, 0, Start.STOP))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, e -> {
                    assertThat(e.errorCode()).isEqualTo(ErrorCode.INVALID_SETTING);
                    assertThat(e.property()).isEqualTo("sharding.data-sources.copy");
                    assertThat(e.detail()).contains("the same database as sharding.data-sources.ds2");
                });
    }
}
