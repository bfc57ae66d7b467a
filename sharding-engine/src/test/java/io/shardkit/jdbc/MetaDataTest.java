package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.execute.NamePattern;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The metadata that tools ask for: facts without a connection, tables by their logical names. */
class MetaDataTest {
    private Shop shop;
    private Connection connection;
    private DatabaseMetaData metaData;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        shop.run(0, "CREATE INDEX i_name ON t_order_0 (name)");
        shop.run(0, "CREATE TABLE t_undeclared (id INT)");
        shop.run(2, "CREATE TABLE t_stray (id INT)");
        connection = shop.connection();
        metaData = connection.getMetaData();
    }

    @AfterEach
    void nothingLeaks() throws SQLException {
        connection.close();
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
        shop.close();
    }

    private static List<String> column(ResultSet rows, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(label).toLowerCase(Locale.ROOT));
            }
        }
        return values;
    }

    @Test
    void factsTakeNoConnection() throws SQLException {
        assertThat(metaData.getDatabaseProductName()).isEqualTo("H2");
        assertThat(metaData.getURL()).startsWith("jdbc:h2:mem:shop0");
        assertThat(metaData.getIdentifierQuoteString()).isNotEmpty();
        assertThat(metaData.supportsBatchUpdates()).isTrue();
        assertThat(metaData.getDatabaseMajorVersion()).isEqualTo(2);
        assertThat(metaData.getConnection()).isSameAs(connection);
        assertThat(metaData.isWrapperFor(DatabaseMetaData.class)).isTrue();
        assertThat(metaData).isEqualTo(metaData).isNotEqualTo(connection.getMetaData());
        assertThat(shop.recording.take()).isEmpty();
    }

    @Test
    void otherQuestionsTakeAConnectionForTheMoment() throws SQLException {
        assertThat(metaData.supportsResultSetType(ResultSet.TYPE_FORWARD_ONLY)).isTrue();
        assertThat(column(metaData.getTableTypes(), "TABLE_TYPE")).isNotEmpty();
        assertThat(shop.recording.borrowed).hasValue(2);
        assertThat(shop.recording.returned).hasValue(2);
    }

    @Test
    void tablesAppearOnceUnderTheirLogicalNames() throws SQLException {
        assertThat(column(metaData.getTables(connection.getCatalog(), connection.getSchema(), "%", null), "TABLE_NAME"))
                .containsExactlyInAnyOrder("t_order", "t_country", "t_audit", "t_undeclared");
        assertThat(column(metaData.getTables(null, null, "t\\_o%", null), "TABLE_NAME"))
                .containsExactly("t_order");
        assertThat(column(metaData.getTables(null, null, "t_order_0", null), "TABLE_NAME"))
                .isEmpty();
    }

    @Test
    void catalogOfEveryTableIsTheLogicalOne() throws SQLException {
        assertThat(column(metaData.getTables(null, connection.getSchema(), "%", null), "TABLE_CAT"))
                .containsOnly(connection.getCatalog().toLowerCase(Locale.ROOT))
                .hasSize(4);
    }

    @Test
    void columnsKeysAndIndexesAreThoseOfTheFirstActualTable() throws SQLException {
        assertThat(column(metaData.getColumns(null, null, "t_order", "%"), "COLUMN_NAME"))
                .containsExactly("id", "user_id", "name");
        assertThat(column(metaData.getColumns(null, null, "t_audit", null), "COLUMN_NAME"))
                .containsExactly("id", "note");
        assertThat(column(metaData.getPrimaryKeys(null, null, "t_order"), "COLUMN_NAME"))
                .containsExactly("id");
        assertThat(column(metaData.getPrimaryKeys(null, null, "t_order"), "TABLE_NAME"))
                .containsExactly("t_order");
        assertThat(column(metaData.getIndexInfo(null, null, "t_order", false, true), "COLUMN_NAME"))
                .containsExactlyInAnyOrder("id", "name");
        assertThat(column(metaData.getImportedKeys(null, null, "t_order"), "FKTABLE_NAME"))
                .isEmpty();
        assertThat(column(metaData.getPrimaryKeys(null, null, "t_order_0"), "TABLE_NAME"))
                .isEmpty();
    }

    @Test
    void patternsAreThoseOfSqlLike() {
        assertThat(NamePattern.matches("t_order", "T_ORDER")).isTrue();
        assertThat(NamePattern.matches("t\\_order", "txorder")).isFalse();
        assertThat(NamePattern.matches("%ord%", "t_order")).isTrue();
        assertThat(NamePattern.matches("t_", "t_order")).isFalse();
        assertThat(NamePattern.matches("%", "")).isTrue();
        assertThat(NamePattern.matches("", "")).isTrue();
        assertThat(NamePattern.matches("%a_\\%%", "t_a1%x")).isTrue();
        assertThat(NamePattern.matches("%a_\\%%b", "t_a1%x")).isFalse();
        assertThat(NamePattern.matches("a%b%c", "abcbxc")).isTrue();
        assertThat(NamePattern.matches("%a".repeat(50) + "b", "a".repeat(100)))
                .as("as soon as another one")
                .isFalse();
    }
}
