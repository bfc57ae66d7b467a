package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.plan.StatementKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An error of the JVM in the middle of a write over several shards undoes it like any failure. */
class ErrorInWriteTest {
    private Shop shop;
    private String update;

    @BeforeEach
    void open() throws SQLException {
        shop = new Shop();
        update = shop.writeEverywhere(StatementKind.UPDATE, "UPDATE t_order SET name = 'new'");
        for (int id = 0; id < Shop.UNITS; id++) {
            shop.put(id, "old");
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void nothingStaysAndTheNextWriteIsCommitted() throws SQLException {
        try (Connection connection = shop.connection();
                Statement statement = connection.createStatement()) {
            shop.recording.on("ds1 Statement.executeUpdate", () -> {
                throw new StackOverflowError();
            });
            assertThatThrownBy(() -> statement.executeUpdate(update)).isInstanceOf(StackOverflowError.class);
            assertThat(shop.read(0, "SELECT DISTINCT name FROM t_order_0")).containsExactly("old");
            shop.recording.clearHooks();
            assertThat(statement.executeUpdate(update)).isEqualTo(Shop.UNITS);
            assertThat(shop.read(2, "SELECT DISTINCT name FROM t_order_0")).containsExactly("new");
        }
        assertThat(shop.recording.returned).hasValue(shop.recording.borrowed.get());
    }
}
