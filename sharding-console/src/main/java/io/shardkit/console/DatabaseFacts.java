package io.shardkit.console;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the databases for their version, size, open transactions and waits for locks, as far as the user of the pool may see
 * them. One that does not answer in time is not waited for, and not asked again before it has answered. Thread-safe.
 */
final class DatabaseFacts {
    private static final Logger LOGGER = LoggerFactory.getLogger(DatabaseFacts.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Supplier<Map<String, DataSource>> pools;
    private final Map<String, CompletableFuture<Facts>> underWay = new ConcurrentHashMap<>();

    /** @param pools those of the data sources, by name */
    DatabaseFacts(Supplier<Map<String, DataSource>> pools) {
        this.pools = pools;
    }

    /**
     * The databases.
     *
     * @param dataSources by name
     * @param unknown those that did not answer in time, or failed
     */
    public record Answer(Map<String, Facts> dataSources, List<String> unknown) {}

    /**
     * A database; what its user may not see is null.
     *
     * @param version product and version
     * @param bytes its size on disk
     * @param transactions how many are open; on MySQL and MariaDB those of the server
     * @param waiting how many sessions wait for a lock
     * @param oldestSeconds the age of the oldest of these transactions
     */
    public record Facts(
            String version,
            @Nullable Long bytes,
            @Nullable Long transactions,
            @Nullable Long waiting,
            @Nullable Long oldestSeconds) {}

    Answer ask() {
        Map<String, CompletableFuture<Facts>> asked = new TreeMap<>();
        pools.get().forEach((name, pool) -> asked.put(name, underWay.computeIfAbsent(name, none -> begin(name, pool))));
        Map<String, Facts> facts = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        long until = System.nanoTime() + PATIENCE.toNanos();
        asked.forEach((name, answer) -> {
            try {
                facts.put(name, answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
                underWay.remove(name, answer);
            } catch (TimeoutException late) {
                unknown.add(name);
            } catch (ExecutionException failure) {
                LOGGER.debug("{} cannot be asked about itself", name, failure.getCause());
                underWay.remove(name, answer);
                unknown.add(name);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
                unknown.add(name);
            }
        });
        return new Answer(facts, unknown);
    }

    private static CompletableFuture<Facts> begin(String name, DataSource pool) {
        CompletableFuture<Facts> answer = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try (Connection connection = pool.getConnection()) {
                        answer.complete(facts(connection));
                    } catch (SQLException | RuntimeException failure) {
                        answer.completeExceptionally(failure);
                    }
                },
                "sharding-console-" + name);
        thread.setDaemon(true);
        thread.start();
        return answer;
    }

    private static Facts facts(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String product = about.getDatabaseProductName();
        String version = about.getDatabaseProductVersion();
        Questions questions = Questions.of(product);
        @Nullable Long[] size = row(connection, questions.size, 1);
        @Nullable Long[] activity = row(connection, questions.activity, 3);
        return new Facts(
                (version.contains("MariaDB") ? "MariaDB" : product) + ' ' + version.split("[ -]", 2)[0],
                size[0],
                activity[0],
                activity[1],
                activity[2]);
    }

    /** The first row of an answer; nulls if the user has no right to it. */
    private static @Nullable Long[] row(Connection connection, String question, int columns) {
        @Nullable Long[] values = new Long[columns];
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int) PATIENCE.toSeconds());
            try (ResultSet found = statement.executeQuery(question)) {
                found.next();
                for (int i = 0; i < columns; i++) {
                    long value = found.getLong(i + 1);
                    values[i] = found.wasNull() ? null : value;
                }
            }
        } catch (SQLException refused) {
            LOGGER.debug("{} is not answered", question, refused);
        }
        return values;
    }

    /** The questions to a kind of database: its size; open transactions, waits for locks, and the oldest's age. */
    private enum Questions {
        POSTGRESQL(
                "SELECT pg_database_size(current_database())",
                "SELECT COUNT(*), COUNT(*) FILTER (WHERE wait_event_type = 'Lock'),"
                        + " CAST(MAX(EXTRACT(EPOCH FROM clock_timestamp() - xact_start)) AS BIGINT)"
                        + " FROM pg_stat_activity WHERE xact_start IS NOT NULL AND datname = current_database()"
                        + " AND pid <> pg_backend_pid()"),
        MYSQL(
                "SELECT SUM(DATA_LENGTH + INDEX_LENGTH) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
                "SELECT COUNT(*), COALESCE(SUM(trx_state = 'LOCK WAIT'), 0),"
                        + " MAX(TIMESTAMPDIFF(SECOND, trx_started, NOW())) FROM information_schema.INNODB_TRX"),
        H2(
                "SELECT CAST(NULL AS BIGINT)",
                "SELECT COUNT(*), COUNT(BLOCKER_ID), CAST(NULL AS BIGINT) FROM INFORMATION_SCHEMA.SESSIONS"
                        + " WHERE CONTAINS_UNCOMMITTED OR BLOCKER_ID IS NOT NULL");

        private final String size;
        private final String activity;

        Questions(String size, String activity) {
            this.size = size;
            this.activity = activity;
        }

        static Questions of(String product) {
            return switch (product) {
                case "PostgreSQL" -> POSTGRESQL;
                case "H2" -> H2;
                default -> MYSQL;
            };
        }
    }
}
