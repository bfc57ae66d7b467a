package io.shardkit.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which statements stay prepared on a connection. */
class StatementCacheIT {
    private static final String TEXT = "SELECT 1";

    @ParameterizedTest
    @CsvSource({
        "MARIADB, jdbc:mariadb:, , true",
        "MARIADB, jdbc:mysql:, , true",
        "POSTGRESQL, jdbc:postgresql:, , true",
        "POSTGRESQL, jdbc:postgresql:, preparedStatementCacheQueries, false",
        "POSTGRESQL, jdbc:postgresql:, preparedStatementCacheSizeMiB, false",
        "H2, jdbc:h2:, , false"
    })
    void nextBorrowerHasTheSameStatement(TestDatabase database, String driver, String off, boolean keeps)
            throws SQLException {
        try (HikariDataSource pool = pool(database, driver, off)) {
            Bulkhead bulkhead = new Bulkhead("ds0", pool, 0);
            PreparedStatement kept = null;
            for (int borrower = 0; borrower < 3; borrower++) {
                try (Connection connection = bulkhead.borrow(1)) {
                    PhysicalConnection known = known(bulkhead, connection);
                    // Some plans make their text anew for each execution.
                    String text = borrower == 1 ? new StringBuilder(TEXT).toString() : TEXT;
                    StatementCache cache = known.statements();
                    int place = cache == null ? StatementCache.NOT_CACHED : cache.poll(text);
                    PreparedStatement statement = known.statement(place, text);
                    assertThat(statement != null).isEqualTo(keeps);
                    assertThat(place == StatementCache.NOT_CACHED).isEqualTo(kept == null);
                    if (statement != null) {
                        assertThat(kept == null || kept == statement).isTrue();
                        statement.executeQuery().close();
                        cache.put(place, text, statement, true);
                        kept = statement;
                    }
                    known.returned();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"MARIADB, jdbc:mariadb:", "POSTGRESQL, jdbc:postgresql:"})
    void longTextsAndWhatIsClosedDoNotStay(TestDatabase database, String driver) throws SQLException {
        try (HikariDataSource pool = pool(database, driver, null)) {
            Bulkhead bulkhead = new Bulkhead("ds0", pool, 0);
            try (Connection connection = bulkhead.borrow(1)) {
                PhysicalConnection known = known(bulkhead, connection);
                StatementCache cache = known.statements();
                assertThat(cache).isNotNull();
                String longText = TEXT + " ".repeat(20_000);
                PreparedStatement unkept = prepared(known, longText);
                cache.put(StatementCache.NOT_CACHED, longText, unkept, true);
                assertThat(unkept.isClosed()).isTrue();
                assertThat(cache.poll(longText)).isEqualTo(StatementCache.NOT_CACHED);

                PreparedStatement kept = prepared(known, TEXT);
                cache.put(StatementCache.NOT_CACHED, TEXT, kept, true);
                assertThat(kept.isClosed()).isFalse();
                known.clearStatements();
                assertThat(kept.isClosed()).isTrue();
                assertThat(cache.poll(TEXT)).isEqualTo(StatementCache.NOT_CACHED);
            }
        }
    }

    private static PreparedStatement prepared(PhysicalConnection known, String text) throws SQLException {
        PreparedStatement statement = known.statement(StatementCache.NOT_CACHED, text);
        assertThat(statement).isNotNull();
        statement.executeQuery().close();
        return statement;
    }

    private static PhysicalConnection known(Bulkhead bulkhead, Connection connection) throws SQLException {
        Connection physical = bulkhead.physical(connection);
        PhysicalConnection known = bulkhead.find(physical);
        return known == null ? bulkhead.add(connection, physical) : known;
    }

    private static HikariDataSource pool(TestDatabase database, String driver, String off) throws SQLException {
        HikariConfig config = new HikariConfig();
        try (HikariDataSource pool = database.create("known", 0)) {
            pool.copyStateTo(config);
        }
        config.setJdbcUrl(config.getJdbcUrl().replaceFirst("^jdbc:[a-z0-9]+:", driver));
        config.setMaximumPoolSize(1);
        if (off != null) {
            config.addDataSourceProperty(off, "0");
        }
        return new HikariDataSource(config);
    }
}
