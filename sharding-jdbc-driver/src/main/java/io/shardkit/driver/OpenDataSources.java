package io.shardkit.driver;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/** The logical DataSources of this process, one for each file. Thread-safe; opening one makes others wait. */
final class OpenDataSources {
    private final Map<String, ConfiguredDataSource> byLocation = new HashMap<>();

    /**
     * Returns the data source of a file, which is opened if it has not been. A file that could not be opened is tried
     * again.
     */
    synchronized DataSource of(String location) throws SQLException {
        ConfiguredDataSource open = byLocation.get(location);
        if (open == null) {
            open = ConfiguredDataSource.open(checked(location));
            byLocation.put(location, open);
        }
        return open.dataSource();
    }

    private static String checked(String location) throws SQLException {
        boolean named = (location.startsWith("classpath:") || location.startsWith("file:"))
                && location.indexOf(':') < location.length() - 1;
        if (!named) {
            throw new SQLNonTransientConnectionException(
                    "The URL is not of the form " + ShardkitDriver.PREFIX + "classpath:sharding.yml or "
                            + ShardkitDriver.PREFIX + "file:/path/sharding.yml",
                    "08001");
        }
        return location;
    }

    synchronized void closeAll() {
        byLocation.values().forEach(ConfiguredDataSource::close);
        byLocation.clear();
    }
}
