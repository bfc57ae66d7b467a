package io.shardkit.rule;

/**
 * One actual table.
 *
 * @param dataSource position of its data source in {@link ShardingRule#dataSources()}
 * @param dataSourceName the data source's name
 * @param table the actual table's name, with a schema and a dot before it if it is not in that of the connections
 */
public record DataNode(int dataSource, String dataSourceName, String table) {

    /** The name within its schema. */
    public String tableName() {
        return ActualName.withinSchema(table);
    }

    @Override
    public String toString() {
        return dataSourceName + "." + table;
    }
}
