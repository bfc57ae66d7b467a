package io.shardkit.execute.gather;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.sql.statement.Parameters;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A part of a user's statement that runs on a shard, prepared if the user's is: MariaDB's driver replaces the escapes of
 * JDBC in prepared statements and leaves them to the server in others, which reads another value.
 */
final class TextCall implements AutoCloseable {
    private final Statement statement;
    private final String sql;

    private TextCall(Statement statement, String sql) {
        this.statement = statement;
        this.sql = sql;
    }

    /**
     * Opens it and sets its parameters.
     *
     * @param mapping where they come from, or null if there are none but the user's own
     */
    static TextCall open(Connection connection, String sql, @Nullable ParameterMapping mapping, Parameters parameters)
            throws SQLException {
        boolean plain = parameters == Parameters.NONE && (mapping == null || mapping.sources().length == 0);
        if (plain) {
            return new TextCall(connection.createStatement(), sql);
        }
        PreparedStatement prepared = connection.prepareStatement(sql);
        TextCall call = new TextCall(prepared, sql);
        try {
            if (mapping != null) {
                mapping.apply(parameters, prepared);
            }
            return call;
        } catch (SQLException | RuntimeException failure) {
            try {
                call.close();
            } catch (SQLException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }

    /** The driver's. */
    Statement statement() {
        return statement;
    }

    ResultSet query() throws SQLException {
        return statement instanceof PreparedStatement prepared ? prepared.executeQuery() : statement.executeQuery(sql);
    }

    int update() throws SQLException {
        return statement instanceof PreparedStatement prepared
                ? prepared.executeUpdate()
                : statement.executeUpdate(sql);
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
