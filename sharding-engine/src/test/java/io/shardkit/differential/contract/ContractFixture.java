package io.shardkit.differential.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The tables that the JDBC contracts work on, and the check of what each of their tests leaves. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ContractFixture {
    static final String INSERT = "INSERT INTO orders (order_id, user_id, status, amount) VALUES (?, ?, ?, ?)";
    static final String INSERT_WITHOUT_ID = "INSERT INTO orders (user_id, status) VALUES (?, ?)";

    @Parameter
    TestDatabase kind;

    ContractDatabase database;

    /** A pool on an empty database; two are asked for. */
    HikariDataSource emptyDatabase(int number) throws SQLException {
        return kind.create("contract", number);
    }

    @BeforeParameterizedClassInvocation
    void open() throws SQLException {
        database = new ContractDatabase(emptyDatabase(0), emptyDatabase(1));
    }

    @AfterParameterizedClassInvocation
    void close() {
        if (database != null) {
            database.close();
        }
    }

    @AfterEach
    void nothingIsLeft() throws SQLException {
        assertThat(database.borrowedConnections())
                .as("connections not given back")
                .isZero();
        database.deleteAll();
    }

    final DataSource engine() {
        return database.engine();
    }

    /** Order ids 1 to n; order i is user i's, costs i, and every third has no status. */
    final void fill(int count) throws SQLException {
        try (Connection connection = engine().getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = 1; i <= count; i++) {
                insert(insert, i, i, i % 3 == 0 ? null : "s" + i, BigDecimal.valueOf(i));
            }
        }
    }

    static int insert(PreparedStatement insert, long order, long user, String status, BigDecimal amount)
            throws SQLException {
        insert.setLong(1, order);
        insert.setLong(2, user);
        insert.setString(3, status);
        insert.setBigDecimal(4, amount);
        return insert.executeUpdate();
    }

    final long count() throws SQLException {
        return number("SELECT COUNT(*) FROM orders");
    }

    final long number(String sql) throws SQLException {
        try (Connection connection = engine().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    final long numberOn(int shard, String sql) throws SQLException {
        try (Connection connection = database.shard(shard).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }
}
