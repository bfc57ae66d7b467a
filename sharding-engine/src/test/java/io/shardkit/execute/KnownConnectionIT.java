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

/** Which statements a connection keeps. */
class KnownConnectionIT {
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
                    KnownConnection known = known(bulkhead, connection);
                    // Some plans make their text anew for each execution.
                    String text = borrower == 1 ? new StringBuilder(TEXT).toString() : TEXT;
                    int place = known.take(text);
                    PreparedStatement statement = known.statement(place, text);
                    assertThat(statement != null).isEqualTo(keeps);
                    assertThat(place == KnownConnection.NOT_KEPT).isEqualTo(kept == null);
                    if (statement != null) {
                        assertThat(kept == null || kept == statement).isTrue();
                        statement.executeQuery().close();
                        known.keep(place, text, statement, true);
                        kept = statement;
                    }
                    known.free();
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
                KnownConnection known = known(bulkhead, connection);
                String longText = TEXT + " ".repeat(20_000);
                PreparedStatement unkept = prepared(known, longText);
                known.keep(KnownConnection.NOT_KEPT, longText, unkept, true);
                assertThat(unkept.isClosed()).isTrue();
                assertThat(known.take(longText)).isEqualTo(KnownConnection.NOT_KEPT);

                PreparedStatement kept = prepared(known, TEXT);
                known.keep(KnownConnection.NOT_KEPT, TEXT, kept, true);
                assertThat(kept.isClosed()).isFalse();
                known.closeKept();
                assertThat(kept.isClosed()).isTrue();
                assertThat(known.take(TEXT)).isEqualTo(KnownConnection.NOT_KEPT);
            }
        }
    }

    private static PreparedStatement prepared(KnownConnection known, String text) throws SQLException {
        PreparedStatement statement = known.statement(KnownConnection.NOT_KEPT, text);
        assertThat(statement).isNotNull();
        statement.executeQuery().close();
        return statement;
    }

    private static KnownConnection known(Bulkhead bulkhead, Connection connection) throws SQLException {
        Connection physical = bulkhead.physical(connection);
        KnownConnection known = bulkhead.find(physical);
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
