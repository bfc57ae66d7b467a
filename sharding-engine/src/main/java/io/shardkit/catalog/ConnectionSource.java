package io.shardkit.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Where connections come from to ask databases about tables. */
public interface ConnectionSource {
    /** A connection to a data source, by its number in the rule; whoever asks closes it. */
    Connection open(int dataSource) throws SQLException;

    /** Whether it is better to ask another one. */
    default boolean isDown(int dataSource) {
        return false;
    }

    /** These, in the rule's order. */
    static ConnectionSource of(List<DataSource> dataSources) {
        List<DataSource> all = List.copyOf(dataSources);
        return dataSource -> all.get(dataSource).getConnection();
    }
}
