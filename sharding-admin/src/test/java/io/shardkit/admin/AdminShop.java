package io.shardkit.admin;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A shop with two bound tables on two of three databases, its file, and instances of its application. */
final class AdminShop implements AutoCloseable {
    private static final int SOURCES = 3;
    private static final int USERS = 40;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<ConfiguredDataSource> instances = new ArrayList<>();
    private final Path file;

    AdminShop(TestDatabase database) throws SQLException, IOException {
        StringBuilder text = new StringBuilder("sharding:\n  data-sources:\n");
        for (int i = 0; i < SOURCES; i++) {
            HikariDataSource pool = database.create("admin", i);
            pools.add(pool);
            text.append("    ds").append(i).append(":\n      url: \"").append(pool.getJdbcUrl());
            text.append("\"\n      username: \"").append(pool.getUsername());
            text.append("\"\n      password: \"").append(pool.getPassword() == null ? "" : pool.getPassword());
            text.append("\"\n");
        }
        text.append(
                """
                  tables:
                    t_order:
                      actual-data-nodes: "ds0.t_order_{0..1}, ds1.t_order_{2..3}"
                      table-strategy: { sharding-column: user_id, algorithm: by-rest }
                    t_order_item:
                      actual-data-nodes: "ds0.t_order_item_{0..1}, ds1.t_order_item_{2..3}"
                      table-strategy: { sharding-column: user_id, algorithm: by-rest }
                  binding-tables:
                    - t_order, t_order_item
                  algorithms:
                    by-rest: { type: mod }
                  key-generators:
                    order-keys: { type: snowflake, props: { worker-id: 7 } }
                  rule-store:
                    poll: 100ms
                """);
        file = Files.createTempFile("shardkit-admin", ".yml");
        Files.writeString(file, text);
    }

    /** The file that all commands are given. */
    String file() {
        return file.toString();
    }

    /** Makes the tables with some rows. */
    AdminShop filled() throws SQLException {
        try (ConfiguredDataSource maker = ConfiguredDataSource.open("file:" + file);
                Connection connection = maker.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (user_id BIGINT NOT NULL, order_id BIGINT NOT NULL,"
                    + " note VARCHAR(40), PRIMARY KEY (user_id, order_id))");
            statement.execute("CREATE TABLE t_order_item (user_id BIGINT NOT NULL, item_id BIGINT NOT NULL,"
                    + " PRIMARY KEY (user_id, item_id))");
            statement.execute("INSERT INTO t_order VALUES "
                    + users(user -> "(" + user + ", 1, 'first'), (" + user + ", 2, NULL)"));
            statement.execute("INSERT INTO t_order_item VALUES " + users(user -> "(" + user + ", 1)"));
        }
        return this;
    }

    private static String users(IntFunction<String> rows) {
        return IntStream.range(0, USERS).mapToObj(rows).collect(Collectors.joining(", "));
    }

    /** Starts an instance of the application, which stores the rule if none is stored. */
    ConfiguredDataSource start() throws SQLException {
        ConfiguredDataSource instance = ConfiguredDataSource.open("file:" + file);
        instances.add(instance);
        instance.dataSource().join();
        return instance;
    }

    /** Ends an instance. */
    void stop(ConfiguredDataSource instance) {
        instances.remove(instance);
        instance.close();
    }

    /** Returns a connection to one of the databases, past Shardkit. */
    Connection connection(String dataSource) throws SQLException {
        return pool(dataSource).getConnection();
    }

    private HikariDataSource pool(String dataSource) {
        return pools.get(Integer.parseInt(dataSource.substring(2)));
    }

    /** The names of the tables of a data source. */
    List<String> tables(String dataSource) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pool(dataSource).getConnection();
                ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), null, "%", null)) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** The number of rows of a logical table, as an instance sees it. */
    static long count(ConfiguredDataSource instance, String table) throws SQLException {
        try (Connection connection = instance.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        instances.forEach(ConfiguredDataSource::close);
        pools.forEach(HikariDataSource::close);
        Files.deleteIfExists(file);
    }
}
