package io.shardkit.jta;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import org.h2.jdbc.JdbcConnection;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ends, on its server, every other connection to a data source's database. */
final class ConnectionLoss {
    private ConnectionLoss() {}

    static void of(ApplicationContext application, TestDatabase kind, int dataSource) {
        HikariDataSource pool = application.getBean("ds" + dataSource, HikariDataSource.class);
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        switch (kind) {
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> {
                List<Long> others = jdbc.queryForList(
                        "SELECT id FROM information_schema.processlist WHERE db = DATABASE()"
                                + " AND id <> CONNECTION_ID() AND command <> 'Killed'",
                        Long.class);
                others.forEach(id -> jdbc.execute("KILL CONNECTION " + id));
            }
            case POSTGRESQL ->
                jdbc.queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            case H2 -> {
                // A session in memory that ends takes what it prepared with it, so nothing is to be tried there.
                jdbc.execute((java.sql.Connection connection) ->
                        connection.unwrap(JdbcConnection.class).isValid(1));
            }
        }
    }
}
