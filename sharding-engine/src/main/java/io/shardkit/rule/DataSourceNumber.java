package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;

/** The number of a data source: its position among those of a rule. */
final class DataSourceNumber {
    private DataSourceNumber() {}

    /**
     * Returns the number of a data source.
     *
     * @param property where it is named
     * @throws ShardingConfigurationException if there is none of the name
     */
    static int of(String name, List<String> dataSources, String property) {
        int number = dataSources.indexOf(name);
        if (number < 0) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    property,
                    "'" + name + "' is not one of the data sources " + dataSources);
        }
        return number;
    }
}
