package io.shardkit.execute.query;

import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.dialect.driver.ToldColumns;
import io.shardkit.merge.memory.DelegatingMetaData;
import io.shardkit.merge.memory.KeptColumns;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Columns of a union as its members have them; only the driver's own class is that of the union. */
final class UnionMetaData extends DelegatingMetaData {
    private final ResultSetMetaData ofUnion;

    UnionMetaData(KeptColumns ofMembers, ResultSetMetaData ofUnion) {
        super(ofMembers);
        this.ofUnion = ofUnion;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type == ToldColumns.class || type == JdbcDriver.class) {
            return super.unwrap(type);
        }
        return type.isInstance(ofUnion) ? type.cast(ofUnion) : ofUnion.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        if (type == ToldColumns.class || type == JdbcDriver.class) {
            return super.isWrapperFor(type);
        }
        return type.isInstance(ofUnion) || ofUnion.isWrapperFor(type);
    }
}
