package io.shardkit.benchmarks.subject;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A statement prepared once and executed many times, on each place where it can run. Not thread-safe. */
public final class KeptStatement implements AutoCloseable {
    private final List<Connection> connections = new ArrayList<>();
    private final PreparedStatement[][] statements;

    /**
     * Prepares the statement everywhere.
     *
     * @param sources on how many connections
     * @param suffixes for how many suffixes on each
     */
    KeptStatement(Subject subject, Query query, int sources, int suffixes) throws SQLException {
        statements = new PreparedStatement[sources][suffixes];
        for (int source = 0; source < sources; source++) {
            Connection connection = subject.connection(source);
            connections.add(connection);
            for (int suffix = 0; suffix < suffixes; suffix++) {
                statements[source][suffix] = connection.prepareStatement(subject.text(query, suffix));
            }
        }
    }

    /** The statement for rows of that data source and of the actual tables with that suffix. */
    public PreparedStatement at(int source, int suffix) {
        PreparedStatement[] there = statements[source % statements.length];
        return there[suffix % there.length];
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
