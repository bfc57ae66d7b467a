package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.benchmarks.database.OrderTables;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A statement prepared once and executed many times, on each place where it can run. Not thread-safe. */
final class KeptStatement implements AutoCloseable {
    private final List<Connection> connections = new ArrayList<>();
    private final PreparedStatement[][] statements;

    /** Prepares the statement on each data source and for each actual table of orders, or once where it is routed. */
    KeptStatement(Subject subject, Text text) throws SQLException {
        int sources = subject.routes() ? 1 : Databases.SOURCES;
        int suffixes = subject.routes() ? 1 : OrderTables.TABLES;
        statements = new PreparedStatement[sources][suffixes];
        for (int source = 0; source < sources; source++) {
            Connection connection = subject.connection(source);
            connections.add(connection);
            for (int suffix = 0; suffix < suffixes; suffix++) {
                statements[source][suffix] = connection.prepareStatement(subject.text(text, suffix));
            }
        }
    }

    /** The statement for rows of that data source and of the actual tables with that suffix. */
    PreparedStatement at(int source, int suffix) {
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
