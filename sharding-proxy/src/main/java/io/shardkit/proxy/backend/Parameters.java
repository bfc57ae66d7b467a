package io.shardkit.proxy.backend;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Gives a statement the values of its parameters. */
@FunctionalInterface
public interface Parameters {
    void set(PreparedStatement statement) throws SQLException;
}
