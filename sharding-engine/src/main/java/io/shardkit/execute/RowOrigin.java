package io.shardkit.execute;

import io.shardkit.dialect.facts.ReplicaRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The origin of a database's rows: the servers that the database's own is a replica of. Two servers that replicate one
 * another, or the same one, have the same rows in schemas of one name.
 *
 * @param place the names of the database and the schema
 * @param server the name by which its replicas know it, or null if the database does not say
 * @param unique whether no other server has that name
 * @param host the host of its URL, as far as the URL says; empty otherwise
 * @param sources null if the database does not say, as to a user without the right to know
 * @param written position up to which it has written, in global transaction ids; empty if the database does not say
 * @param applied position up to which it has applied what others wrote, likewise
 */
record RowOrigin(
        String place,
        @Nullable String server,
        boolean unique,
        String host,
        @Nullable List<ReplicaRules.Source> sources,
        String written,
        String applied) {
    private static final Logger LOG = LoggerFactory.getLogger(RowOrigin.class);

    /** Of a URL with one host. */
    private static final Pattern HOST = Pattern.compile("jdbc:[a-z:]+//([^/:,?()\\[\\]]+|\\[[^]]+])(:\\d+)?([/?].*)?");

    /** The relation between two servers. */
    enum Bond {
        NONE,
        POSSIBLE,
        SURE
    }

    /** Asks a server; null if its kind has no replicas, or none that say so. */
    static @Nullable RowOrigin of(Connection connection, ReplicaRules rules, String place) {
        String query = rules.serverQuery();
        if (query == null) {
            return null;
        }
        List<String> server = FirstRow.of(connection, query, 1);
        return new RowOrigin(
                place,
                server.isEmpty() ? null : server.get(0),
                rules.namesAreUnique(),
                host(connection),
                sources(connection, rules),
                position(connection, rules.positionQuery()),
                position(connection, rules.appliedQuery()));
    }

    private static @Nullable List<ReplicaRules.Source> sources(Connection connection, ReplicaRules rules) {
        String query = rules.statusQuery();
        if (query == null || !mayAsk(connection, rules)) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rules.sources(rows);
        } catch (SQLException silent) {
            LOG.debug("A server does not say what it replicates", silent);
            return null;
        }
    }

    /** Returns false for a user without the right to ask, whose failure MariaDB's driver would log as a warning. */
    private static boolean mayAsk(Connection connection, ReplicaRules rules) {
        String query = rules.statusRightQuery();
        return query == null || !FirstRow.of(connection, query, 1).equals(List.of("0"));
    }

    private static String position(Connection connection, @Nullable String query) {
        List<String> position = query == null ? List.of() : FirstRow.of(connection, query, 1);
        return position.isEmpty() ? "" : position.get(0);
    }

    private static String host(Connection connection) {
        try {
            String url = connection.getMetaData().getURL();
            Matcher host = HOST.matcher(url == null ? "" : url);
            return host.matches() ? host.group(1) : "";
        } catch (SQLException silent) {
            return "";
        }
    }

    /** Returns the relation between the two servers, in whatever direction. */
    Bond bond(RowOrigin other) {
        if (!place.equals(other.place)) {
            return Bond.NONE;
        }
        Bond bond = stronger(stronger(gets(other), other.gets(this)), sharesSource(other));
        boolean untold = sources == null || other.sources == null;
        return bond == Bond.NONE && untold && (isWhere(other) || other.isWhere(this)) ? Bond.POSSIBLE : bond;
    }

    private static Bond stronger(Bond one, Bond other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** Returns true if this server has applied just what the other server has written or applied. */
    private boolean isWhere(RowOrigin other) {
        return !applied.isEmpty() && (applied.equals(other.written) || applied.equals(other.applied));
    }

    /** Returns the bond by which this server gets its rows from the other one. */
    private Bond gets(RowOrigin other) {
        Bond bond = Bond.NONE;
        for (ReplicaRules.Source source : told()) {
            if (source.server().equals(other.server)) {
                boolean sure = source.whole() && (unique || isOneHost(seen(source), other.host));
                bond = stronger(bond, sure ? Bond.SURE : Bond.POSSIBLE);
            }
        }
        return bond;
    }

    private Bond sharesSource(RowOrigin other) {
        Bond bond = Bond.NONE;
        for (ReplicaRules.Source source : told()) {
            for (ReplicaRules.Source same : other.told()) {
                if (source.server().equals(same.server()) && (unique || isOneHost(seen(source), other.seen(same)))) {
                    bond = stronger(bond, source.whole() && same.whole() ? Bond.SURE : Bond.POSSIBLE);
                }
            }
        }
        return bond;
    }

    private List<ReplicaRules.Source> told() {
        return sources == null ? List.of() : sources;
    }

    /** Returns the host at which this server sees one of its sources: a local source is on this server's own host. */
    private String seen(ReplicaRules.Source source) {
        return isLocal(source.host()) ? host : source.host();
    }

    private static boolean isLocal(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    private static boolean isOneHost(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return false;
        }
        if (one.equalsIgnoreCase(other)) {
            return true;
        }
        try {
            List<InetAddress> addresses = List.of(InetAddress.getAllByName(one));
            return List.of(InetAddress.getAllByName(other)).stream().anyMatch(addresses::contains);
        } catch (UnknownHostException elsewhere) {
            return false;
        }
    }
}
