package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of commands. {@code h2:name} in its text is a database in memory that no other file has.
 *
 * @param path where it is
 */
record H2File(Path path) implements AutoCloseable {
    static final String BLOCK =
            """
            data-sources:
              ds0:
                url: h2:a
                username: sa
              ds1:
                url: h2:b
                username: sa
            tables:
              t_order:
                actual-data-nodes: ds{0..1}.t_order_{0..1}
                database-strategy:
                  sharding-column: user_id
                  algorithm: by-rest
                table-strategy:
                  sharding-column: order_id
                  algorithm: by-rest
            unique-keys:
              without-sharding-column: accept
            algorithms:
              by-rest:
                type: mod
            """;
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    static H2File of(String text) throws IOException {
        Path file = Files.createTempFile("shardkit-admin", ".yml");
        Files.writeString(
                file, text.replaceAll("h2:(\\w+)(?=\\s)", "jdbc:h2:mem:" + UUID.randomUUID() + "$1" + OPTIONS));
        return new H2File(file);
    }

    /** Returns the URL of one of its databases. */
    String database(String name) throws IOException {
        Matcher found = Pattern.compile("jdbc:h2:mem:[\\w-]+" + name + ";\\S+").matcher(Files.readString(path));
        assertThat(found.find()).isTrue();
        return found.group() + ";USER=sa";
    }

    /** Runs statements on one of its databases. */
    void executeOn(String name, String... statements) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(database(name))) {
            execute(connection, statements);
        }
    }

    /** Runs statements on the logical database. */
    void execute(String... statements) throws SQLException {
        try (ConfiguredDataSource open = ConfiguredDataSource.open("file:" + path);
                Connection connection = open.dataSource().getConnection()) {
            execute(connection, statements);
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    Commands commands() {
        return new Commands(path.toString());
    }

    @Override
    public void close() throws IOException {
        Files.delete(path);
    }
}
