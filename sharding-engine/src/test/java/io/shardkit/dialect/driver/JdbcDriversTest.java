package io.shardkit.dialect.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the facts that are known of a driver by the name that the driver reports. */
class JdbcDriversTest {
    @ParameterizedTest
    @CsvSource({
        "MySQL Connector/J, false, false",
        "MariaDB Connector/J, true, false",
        "PostgreSQL JDBC Driver, false, false",
        "H2 JDBC Driver, false, true",
        "Another Driver, false, false",
        ", false, false"
    })
    void aDriverIsKnownByItsName(String name, boolean keepsTimeouts, boolean roundsToWhole) {
        JdbcDriver driver = JdbcDrivers.named(name);
        assertThat(driver.keepsTimeouts()).isEqualTo(keepsTimeouts);
        assertThat(driver.roundsToWhole()).isEqualTo(roundsToWhole);
    }

    @Test
    void theNameLeadsToTheDriverOfTheConnection() throws SQLException {
        try (Connection own = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThat(JdbcDrivers.named(own.getMetaData().getDriverName())).isSameAs(JdbcDrivers.of(own));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MariaDB Connector/J, MariaDB, 3, 2, jdbc:mariadb://x/y, true",
        "MariaDB Connector/J, MariaDB, 4, 0, , true",
        "MariaDB Connector/J, MariaDB, 3, 1, jdbc:mariadb://x/y, false",
        "MariaDB Connector/J, MariaDB, 3, 5, jdbc:mariadb://x/y?useBulkStmtsForInserts=false, false",
        "MariaDB Connector/J, MySQL, 3, 5, jdbc:mariadb://x/y, false",
        "MySQL Connector/J, MariaDB, 9, 0, jdbc:mysql://x/y, false"
    })
    void sendsBatchesWhole(String name, String server, int major, int minor, String url, boolean whole)
            throws SQLException {
        DatabaseMetaData own = metaData(server, major, minor, url);
        assertThat(JdbcDrivers.named(name).sendsBatchesWhole(own)).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource({
        "MariaDB Connector/J, 3, jdbc:mariadb://x/y, true",
        "MariaDB Connector/J, 3, 'jdbc:mariadb:sequential://x,z/y?transactionReplay=true', false",
        "MariaDB Connector/J, 3, , false",
        "MariaDB Connector/J, 2, jdbc:mariadb://x/y, false",
        "MySQL Connector/J, 9, jdbc:mysql://x/y, false",
        "PostgreSQL JDBC Driver, 42, jdbc:postgresql://x/y, false"
    })
    void commitsBySwitch(String name, int major, String url, boolean commits) throws SQLException {
        assertThat(JdbcDrivers.named(name).commitsBySwitch(metaData("MariaDB", major, 0, url)))
                .isEqualTo(commits);
    }

    private static DatabaseMetaData metaData(String server, int major, int minor, String url) {
        return (DatabaseMetaData) Proxy.newProxyInstance(
                JdbcDriversTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getDatabaseProductName" -> server;
                    case "getDriverMajorVersion" -> major;
                    case "getDriverMinorVersion" -> minor;
                    case "getURL" -> url;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
