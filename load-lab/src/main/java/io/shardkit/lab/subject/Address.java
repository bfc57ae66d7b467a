package io.shardkit.lab.subject;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The address of a database. */
public record Address(String url, String user, String password) {
    HikariDataSource pool(String name, String throughUrl, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(throughUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        // Threads that wait for their turn at a gate hold their connections.
        config.setConnectionTimeout(120_000);
        return new HikariDataSource(config);
    }
}
