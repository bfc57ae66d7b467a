package io.shardkit.differential.lexical;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** The databases, and the modes of H2, that read a text each in its own way. */
enum LexicalDatabase {
    /** H2 as in the other suites. */
    H2_MYSQL(TestDatabase.H2, ""),
    /** Names in upper case, told apart by case when quoted. */
    H2_REGULAR(TestDatabase.H2, ";MODE=REGULAR"),
    /** With {@code ::}, and with the words of PostgreSQL. */
    H2_POSTGRESQL(TestDatabase.H2, ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE"),
    /** With what earlier versions took, such as {@code TOP}. */
    H2_LEGACY(TestDatabase.H2, ";MODE=LEGACY"),
    MARIADB(TestDatabase.MARIADB, ""),
    MARIADB_CONNECTOR_J(TestDatabase.MARIADB_CONNECTOR_J, ""),
    MYSQL(TestDatabase.MYSQL, ""),
    POSTGRESQL(TestDatabase.POSTGRESQL, "");

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final TestDatabase kind;
    private final String mode;

    LexicalDatabase(TestDatabase kind, String mode) {
        this.kind = kind;
        this.mode = mode;
    }

    TestDatabase kind() {
        return kind;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A pool on a new, empty database. The caller closes it. */
    HikariDataSource create(String name) throws SQLException {
        if (mode.isEmpty()) {
            return kind.create("lexical_" + name);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(
                "jdbc:h2:mem:reading_" + name + "_" + COUNTER.incrementAndGet() + mode + ";DB_CLOSE_DELAY=-1");
        config.setUsername("sa");
        config.setPassword("");
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }
}
