package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds two data sources that are one database under two URLs, which would answer with each of its rows twice. */
final class SameDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(SameDatabase.class);

    private SameDatabase() {}

    /** What tells a database from others, or null where it does not say. */
    static @Nullable String identity(Connection connection, Dialect dialect, ConnectionDefaults defaults) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(dialect.catalog().identityQuery())) {
            String server = rows.next() ? rows.getString(1) : null;
            return server == null ? null : server + " " + defaults.catalog() + " " + defaults.schema();
        } catch (SQLException silent) {
            LOG.debug("A database does not say who it is", silent);
            return null;
        }
    }

    /**
     * @param property what stands before a data source's name in its property
     * @param identities what tells each data source's database from others
     * @throws ShardingConfigurationException if two of these data sources are one database
     */
    static void refuse(
            String property,
            List<String> names,
            List<DataSource> dataSources,
            Dialect dialect,
            List<@Nullable String> identities) {
        for (int i = 1; i < identities.size(); i++) {
            String identity = identities.get(i);
            for (int other = 0; identity != null && other < i; other++) {
                if (Objects.equals(identity, identities.get(other))
                        && isOne(dataSources.get(other), dataSources.get(i), dialect, names, other, i)) {
                    throw new ShardingConfigurationException(
                            ErrorCode.INVALID_SETTING,
                            property + names.get(i),
                            "it is the same database as " + property + names.get(other)
                                    + ", whose rows would be read and written twice");
                }
            }
        }
    }

    private static boolean isOne(
            DataSource first, DataSource second, Dialect dialect, List<String> names, int a, int b) {
        String hold = dialect.catalog().holdQuery();
        String held = dialect.catalog().heldQuery();
        String release = dialect.catalog().releaseQuery();
        if (hold == null || held == null || release == null) {
            return true;
        }
        String mark = "shardkit." + UUID.randomUUID();
        try (Connection holder = first.getConnection();
                Connection observer = second.getConnection()) {
            if (!ask(holder, hold, mark)) {
                throw new SQLException("the lock is not given");
            }
            try {
                return ask(observer, held, mark);
            } finally {
                ask(holder, release, mark);
            }
        } catch (SQLException unsure) {
            LOG.warn(
                    "{} and {} may be the same database, whose rows would be read and written twice: their servers answer"
                            + " alike, and not whether they are one",
                    names.get(a),
                    names.get(b),
                    unsure);
            return false;
        }
    }

    private static boolean ask(Connection connection, String query, String mark) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, mark);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getInt(1) == 1;
            }
        }
    }
}
