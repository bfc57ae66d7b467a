package io.shardkit.conformance;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** The same tables and rows in one database, and sharded by the engine over two databases with two tables each. */
final class Databases implements AutoCloseable {
    private static final int TABLES = 2;

    private final TestDatabase kind;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final DataSource whole;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final ShardingDataSource engine;

    Databases(TestDatabase kind) throws SQLException {
        this.kind = kind;
        whole = unpooled(kind.create("whole"));
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            sources.put("ds" + i, unpooled(kind.create("part", i)));
        }
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(table("orders"))
                .table(table("item"))
                .bind(List.of("orders", "item"))
                .broadcast("country")
                .build();
        engine = ShardingDataSource.create(
                sources, rule, ShardingOptions.builder().executor(executor).build());
        for (DataSource each : List.of(whole, engine)) {
            run(each, orders());
            run(each, "CREATE INDEX by_status ON orders (status)");
            run(
                    each,
                    "CREATE TABLE item (item_id BIGINT NOT NULL, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL,"
                            + " product VARCHAR(40) DEFAULT 'tea', PRIMARY KEY (item_id),"
                            + " CONSTRAINT item_of FOREIGN KEY (order_id) REFERENCES orders (order_id))");
            run(each, "CREATE TABLE country (code VARCHAR(2) NOT NULL PRIMARY KEY, name VARCHAR(40))");
            fill(each);
        }
    }

    /** The driver itself: a pool has answers of its own, and ends connections whose driver does not support something. */
    private DataSource unpooled(HikariDataSource pool) {
        pools.add(pool);
        return new DriverDataSource(pool.getJdbcUrl(), null, new Properties(), pool.getUsername(), pool.getPassword());
    }

    private static TableRule table(String name) {
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{0..1}",
                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                new ShardingStrategy("order_id", new ModAlgorithm(TABLES)),
                null);
    }

    private String orders() {
        String extra =
                switch (kind) {
                    case H2 -> ", uid UUID, seen TIMESTAMP(6) WITH TIME ZONE, tags INT ARRAY";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                        ", y YEAR, tiny TINYINT(1), bits BIT(4), u BIGINT UNSIGNED";
                    case POSTGRESQL -> ", uid UUID, seen TIMESTAMPTZ, tags INT[], doc JSONB";
                };
        return "CREATE TABLE orders (order_id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                + " status VARCHAR(20), code CHAR(4), amount DECIMAL(10,2), small SMALLINT, n INT,"
                + " price DOUBLE PRECISION, rate REAL, flag BOOLEAN, d DATE, tm TIME,"
                + " placed " + (kind.speaksMysql() ? "DATETIME(6)" : "TIMESTAMP(6)") + " NULL,"
                + " note " + (kind == TestDatabase.H2 ? "CLOB" : "TEXT") + ","
                + " data " + (kind == TestDatabase.POSTGRESQL ? "BYTEA" : "BLOB") + ","
                + " raw " + (kind == TestDatabase.POSTGRESQL ? "BYTEA" : "VARBINARY(8)") + extra + ")";
    }

    /** Rows 3 and 6 are NULL but for the keys. */
    private void fill(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO orders (" + columns() + ") VALUES (" + "?, ".repeat(15) + "?" + values() + ")")) {
            for (int i = 1; i <= 6; i++) {
                if (i % 3 == 0) {
                    statement.executeUpdate("INSERT INTO orders (order_id, user_id) VALUES (" + i + ", " + i + ")");
                } else {
                    insert(insert, i);
                }
                statement.executeUpdate(
                        "INSERT INTO item (item_id, order_id, user_id) VALUES (" + 10 * i + ", " + i + ", " + i + ")");
            }
            statement.executeUpdate("INSERT INTO country VALUES ('de', 'Germany'), ('fr', 'France')");
            if (kind == TestDatabase.H2) {
                try (PreparedStatement update =
                        connection.prepareStatement("UPDATE orders SET tags = ? WHERE status IS NOT NULL")) {
                    update.setArray(1, connection.createArrayOf("INTEGER", new Object[] {1, 2}));
                    update.executeUpdate();
                }
            }
        }
    }

    private static void insert(PreparedStatement insert, int i) throws SQLException {
        byte[] bytes = {1, 2, -1};
        insert.setLong(1, i);
        insert.setLong(2, i);
        insert.setString(3, "s" + i);
        insert.setString(4, "c" + i);
        insert.setBigDecimal(5, new BigDecimal(i + ".50"));
        insert.setShort(6, (short) i);
        insert.setInt(7, i + 70_000);
        insert.setDouble(8, i + 0.25);
        insert.setFloat(9, 0.5f);
        insert.setBoolean(10, i % 2 == 0);
        insert.setObject(11, LocalDate.of(2024, 2, 29));
        insert.setObject(12, LocalTime.of(23, 59, 58));
        insert.setObject(13, LocalDateTime.of(2024, 2, 29, 23, 59, 58, 123_456_000));
        insert.setString(14, "note " + i);
        insert.setBytes(15, bytes);
        insert.setBytes(16, bytes);
        insert.executeUpdate();
    }

    /** The columns of {@code orders}; the last ones are the database's own. */
    String columns() {
        return "order_id, user_id, status, code, amount, small, n, price, rate, flag, d, tm, placed, note, data, raw"
                + switch (kind) {
                    case H2 -> ", uid, seen";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> ", y, tiny, bits, u";
                    case POSTGRESQL -> ", uid, seen, tags, doc";
                };
    }

    private String values() {
        return switch (kind) {
            case H2 -> ", '7d444840-9dc0-11d1-b245-5ffdce74fad2', '2024-03-01 10:00:00+02:00'";
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> ", 2024, 5, 6, 18446744073709551615";
            case POSTGRESQL ->
                ", '7d444840-9dc0-11d1-b245-5ffdce74fad2', '2024-03-01 10:00:00+02', '{1,2}', '{\"a\": 1}'";
        };
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    TestDatabase kind() {
        return kind;
    }

    String quote() {
        return kind == TestDatabase.POSTGRESQL ? "\"" : "`";
    }

    DataSource whole() {
        return whole;
    }

    DataSource engine() {
        return engine;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        pools.forEach(HikariDataSource::close);
    }
}
