package io.shardkit.execute.driver;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The kind of result sets for which a statement was created. Immutable.
 *
 * @param type as {@link ResultSet#getType()}
 * @param concurrency as {@link ResultSet#getConcurrency()}
 * @param holdability as {@link ResultSet#getHoldability()}, 0 for the connection's
 */
public record CursorKind(int type, int concurrency, int holdability) {
    /** Forward only, read only. */
    public static final CursorKind PLAIN = new CursorKind(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, 0);

    public static CursorKind of(int type, int concurrency, int holdability) throws SQLException {
        if (type < ResultSet.TYPE_FORWARD_ONLY || type > ResultSet.TYPE_SCROLL_SENSITIVE) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "result set type " + type);
        }
        if (concurrency != ResultSet.CONCUR_READ_ONLY && concurrency != ResultSet.CONCUR_UPDATABLE) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "result set concurrency " + concurrency);
        }
        if (holdability != 0
                && holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT
                && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "result set holdability " + holdability);
        }
        CursorKind kind = new CursorKind(type, concurrency, holdability);
        return kind.isPlain() ? PLAIN : kind;
    }

    /** Asked for each prepared statement, and so written out: sampling found the record's own equality slow there. */
    private boolean isPlain() {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY && holdability == 0;
    }

    /** A statement of the kind. */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        if (isPlain()) {
            return connection.prepareStatement(sql);
        }
        return holdability == 0
                ? connection.prepareStatement(sql, type, concurrency)
                : connection.prepareStatement(sql, type, concurrency, holdability);
    }

    Statement create(Connection connection) throws SQLException {
        if (isPlain()) {
            return connection.createStatement();
        }
        return holdability == 0
                ? connection.createStatement(type, concurrency)
                : connection.createStatement(type, concurrency, holdability);
    }
}
