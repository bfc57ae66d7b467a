package io.shardkit.dialect.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToldColumnsTest {
    private final ToldColumns columns =
            new ToldColumns(List.of(new ToldColumns.Column("t", "t", 3), new ToldColumns.Column("", "", 1)));

    @Test
    void driversThatKeepNothingBeyondJdbcTellNothing() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(JdbcDrivers.told(rows.getMetaData())).isNull();
        }
    }

    @Test
    void onlyColumnsOfTablesAreKnown() {
        assertThat(columns.ofTable(1)).isEqualTo(new ToldColumns.Column("t", "t", 3));
        assertThat(columns.ofTable(2)).as("computed").isNull();
        assertThat(columns.ofTable(3)).as("hidden from the driver").isNull();
    }

    @Test
    void aTableByItsOwnNameHasNoAlias() {
        assertThat(new ToldColumns.Column("t", "t", 0).isAliased()).isFalse();
        assertThat(new ToldColumns.Column("t", "o", 0).isAliased()).isTrue();
    }
}
