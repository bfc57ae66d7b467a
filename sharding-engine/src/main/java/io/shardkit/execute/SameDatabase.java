package io.shardkit.execute;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds two data sources that are one database under two URLs, or two servers with the same rows, which would answer
 * with each of their rows twice.
 */
final class SameDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(SameDatabase.class);

    /** The identity of a database that was not asked. */
    static final Identity UNKNOWN = new Identity(null, null, false, null);

    private SameDatabase() {}

    /**
     * The facts that tell a database from others.
     *
     * @param database the database, or null where it does not say
     * @param rows the rows that it shares with other servers, or null if it knows of none
     * @param copy whether it may be a copy of another one
     * @param lineage where its rows come from, or null where databases do not say
     */
    record Identity(@Nullable String database, @Nullable String rows, boolean copy, @Nullable RowOrigin lineage) {

        private boolean isOneWith(Identity other) {
            return database != null && database.equals(other.database);
        }

        private boolean hasRowsOf(Identity other) {
            return rows != null && rows.equals(other.rows) && (copy || other.copy);
        }

        private RowOrigin.Bond bond(Identity other) {
            return lineage == null || other.lineage == null ? RowOrigin.Bond.NONE : lineage.bond(other.lineage);
        }
    }

    static Identity identity(Connection connection, Dialect dialect, ConnectionDefaults defaults) {
        String place = " " + defaults.catalog() + " " + defaults.schema();
        String cluster = dialect.catalog().clusterQuery();
        List<String> database = FirstRow.of(connection, dialect.catalog().identityQuery(), 1);
        List<String> rows = cluster == null ? List.of() : FirstRow.of(connection, cluster, 2);
        return new Identity(
                database.isEmpty() ? null : database.get(0) + place,
                rows.isEmpty() ? null : rows.get(0) + place,
                rows.size() > 1 && Set.of("t", "true", "1").contains(rows.get(1)),
                RowOrigin.of(connection, dialect.replicas(), place));
    }

    /**
     * @param property what stands before a data source's name in its property
     * @param identities what tells each data source's database from others
     * @param group whether they are to have the same rows
     * @throws ShardingConfigurationException if two of these data sources are one database
     */
    static void refuse(
            String property,
            List<String> names,
            List<DataSource> dataSources,
            Dialect dialect,
            List<Identity> identities,
            boolean group) {
        for (int i = 1; i < identities.size(); i++) {
            Identity identity = identities.get(i);
            for (int other = 0; other < i; other++) {
                String is = null;
                if (identity.isOneWith(identities.get(other))
                        && isOne(dataSources.get(other), dataSources.get(i), dialect, names, other, i)) {
                    is = "the same database as ";
                } else if (!group && identity.hasRowsOf(identities.get(other))) {
                    is = "a server of the same cluster, with the same rows, as ";
                } else if (!group) {
                    is = replicated(identity.bond(identities.get(other)), names.get(other), names.get(i));
                }
                if (is != null) {
                    throw new ShardingConfigurationException(
                            ErrorCode.INVALID_SETTING,
                            property + names.get(i),
                            "it is " + is + property + names.get(other)
                                    + ", whose rows would be read and written twice");
                }
            }
        }
    }

    private static @Nullable String replicated(RowOrigin.Bond bond, String one, String other) {
        if (bond == RowOrigin.Bond.POSSIBLE) {
            LOG.warn(
                    "{} and {} may be servers that replicate one another, whose rows would be read and written twice;"
                            + " a replica belongs below sharding.data-sources.<name>.replicas",
                    one,
                    other);
        }
        return bond == RowOrigin.Bond.SURE ? "replicated, with the same rows, by or from the same server as " : null;
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
