package io.shardkit.driver;

import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.error.ShardingConfigurationException;
import java.sql.SQLException;

/** The file that a command is given. */
final class CommandFile {
    private CommandFile() {}

    /**
     * Opens the data source that the file configures; the caller has to close it.
     *
     * @param file a path, or a location that begins with {@code classpath:} or {@code file:}
     * @throws ShardingConfigurationException if it is not there, or cannot work
     * @throws SQLException if a database cannot be asked
     */
    static ConfiguredDataSource open(String file) throws SQLException {
        boolean located = file.startsWith("classpath:") || file.startsWith("file:");
        return ConfiguredDataSource.open(located ? file : "file:" + file);
    }
}
