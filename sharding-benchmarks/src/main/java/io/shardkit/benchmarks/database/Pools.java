package io.shardkit.benchmarks.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** One pool per data source, set up alike for everybody who is measured. Thread-safe. */
public final class Pools implements AutoCloseable {
    /** MariaDB's error. */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private static final int MOST_ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 100_000_000;

    /** More than the threads of any run, for statements that take a second connection. */
    private static final int SIZE = 72;

    private final Database database;
    private final List<HikariDataSource> sources = new ArrayList<>();

    /** Opens the pools; a connection is made when it is first needed. */
    public Pools(Database database) {
        this.database = database;
        for (int source = 0; source < Database.SOURCES; source++) {
            HikariDataSource pool = new HikariDataSource();
            pool.setPoolName(name(source));
            pool.setJdbcUrl(database.url(source));
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(SIZE);
            pool.setMinimumIdle(1);
            sources.add(pool);
        }
    }

    /** The name of a data source. */
    public static String name(int source) {
        return "ds" + source;
    }

    /** Returns the kind of database of the pools. */
    public Database database() {
        return database;
    }

    /** The pool of a data source. */
    public DataSource source(int source) {
        return sources.get(source);
    }

    /** All pools by name, in order. */
    public Map<String, DataSource> byName() {
        Map<String, DataSource> byName = new LinkedHashMap<>();
        for (int source = 0; source < sources.size(); source++) {
            byName.put(name(source), sources.get(source));
        }
        return byName;
    }

    /** Runs statements on one data source, one after the other. */
    public void execute(int source, List<String> statements) throws SQLException {
        try (Connection connection = sources.get(source).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Empties a table. MariaDB may say at once that it waited for a lock in vain, soon after tables were dropped. */
    public void empty(int source, String table) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                execute(source, List.of("TRUNCATE TABLE " + table));
                return;
            } catch (SQLException failure) {
                if (failure.getErrorCode() != LOCK_WAIT_TIMEOUT || attempt == MOST_ATTEMPTS) {
                    throw failure;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Has the databases count what is in the actual tables, so that their plans do not change while measured. */
    public void analyze(List<Layout> layouts) throws SQLException {
        for (int source = 0; source < sources.size(); source++) {
            for (Layout layout : layouts) {
                for (int suffix : layout.suffixes(source)) {
                    execute(source, List.of(database.analyze(layout.actual(suffix))));
                }
            }
        }
    }

    @Override
    public void close() {
        sources.forEach(HikariDataSource::close);
    }
}
