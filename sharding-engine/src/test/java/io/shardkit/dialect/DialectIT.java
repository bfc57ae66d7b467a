package io.shardkit.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;

class DialectIT {

    /** Connector/J gives MariaDB the name of MySQL. */
    @ParameterizedTest
    @OnDatabases(always = {TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL})
    void isThatOfTheServerByWhicheverDriver(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = database.create("dialect");
                Connection connection = pool.getConnection()) {
            assertThat(Dialect.of(connection.getMetaData()))
                    .isEqualTo(database.isMariaDb() ? Dialect.MARIADB : Dialect.valueOf(database.name()));
        }
    }
}
