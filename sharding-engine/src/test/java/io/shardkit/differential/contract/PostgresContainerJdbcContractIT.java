package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** Runs where a Docker engine is; the skip says so where none is. */
@Testcontainers(disabledWithoutDocker = true)
class PostgresContainerJdbcContractIT extends JdbcContract {
    @Container
    private static final PostgreSQLContainer FIRST = new PostgreSQLContainer("postgres:17");

    @Container
    private static final PostgreSQLContainer SECOND = new PostgreSQLContainer("postgres:17");

    @Override
    protected HikariDataSource emptyDatabase(int number) {
        PostgreSQLContainer container = number == 0 ? FIRST : SECOND;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(container.getJdbcUrl());
        config.setUsername(container.getUsername());
        config.setPassword(container.getPassword());
        return new HikariDataSource(config);
    }
}
