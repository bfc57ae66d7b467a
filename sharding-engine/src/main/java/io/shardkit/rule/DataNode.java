package io.shardkit.rule;

/**
 * One actual table.
 *
 * @param dataSource position of its data source in {@link ShardingRule#dataSources()}
 * @param dataSourceName the data source's name
 * @param table the actual table's name
 */
public record DataNode(int dataSource, String dataSourceName, String table) {

    @Override
    public String toString() {
        return dataSourceName + "." + table;
    }
}
