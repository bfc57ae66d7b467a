package io.shardkit.lab.subject;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntUnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs statements: code that knows where rows lie, or a data source that routes by itself. Thread-safe. */
public interface Subject {
    /** Any server. */
    int ANY = -1;

    String name();

    /** A connection for rows of a server. */
    Connection connection(int server) throws SQLException;

    /** One for reads only, which a replica may answer. */
    default Connection reading(int server) throws SQLException {
        return connection(server);
    }

    /** The text for rows of the actual tables of that number. */
    String text(Text text, int table);

    /** About the rows of which server a worker's operations are, or {@link #ANY}. */
    int only(int worker);

    /** Returns true if the statements are over logical tables. */
    default boolean routes() {
        return false;
    }

    /** Plain JDBC over the servers, all rows. */
    static Subject byHand(String name, Pools pools) {
        return new Direct(name, pools, worker -> ANY, null);
    }

    /** Plain JDBC on one of the servers. */
    static Subject alone(int server, Pools pools) {
        return alone(Pools.name(server) + " alone", server, pools);
    }

    /** Plain JDBC on one of the servers, by a name. */
    static Subject alone(String name, int server, Pools pools) {
        return new Direct(name, pools, worker -> server, null);
    }

    /** Plain JDBC on all servers at the same time, each with its own threads. */
    static Subject together(Pools pools) {
        return new Direct("direct, all at once", pools, worker -> worker % pools.count(), null);
    }

    /** Plain JDBC whose reads go to the second server, and all else to the first. */
    static Subject split(String name, Pools pools) {
        return new Direct(name, pools, worker -> 0, pools.source(1));
    }

    /** A data source over logical tables. */
    static Subject logical(String name, DataSource dataSource) {
        return new Logical(name, dataSource);
    }

    /**
     * Plain JDBC.
     *
     * @param servers from a worker to its server
     * @param replica answers the reads, or null
     */
    record Direct(String name, Pools pools, IntUnaryOperator servers, @Nullable DataSource replica) implements Subject {
        @Override
        public Connection connection(int server) throws SQLException {
            return pools.source(server).getConnection();
        }

        @Override
        public Connection reading(int server) throws SQLException {
            return replica == null ? connection(server) : replica.getConnection();
        }

        @Override
        public String text(Text text, int table) {
            return text.actual(table);
        }

        @Override
        public int only(int worker) {
            return servers.applyAsInt(worker);
        }
    }

    /** A data source that routes by itself. */
    record Logical(String name, DataSource dataSource) implements Subject {
        @Override
        public Connection connection(int server) throws SQLException {
            return dataSource.getConnection();
        }

        @Override
        public String text(Text text, int table) {
            return text.logical();
        }

        @Override
        public int only(int worker) {
            return ANY;
        }

        @Override
        public boolean routes() {
            return true;
        }
    }
}
