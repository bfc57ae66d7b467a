package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** On the version before the embedded one. Runs where a Docker engine is; the skip says so where none is. */
@ParameterizedClass
@EnumSource(names = "POSTGRESQL")
@Testcontainers(disabledWithoutDocker = true)
class PostgresContainerJdbcContractIT extends JdbcContract {
    @Container
    private static final PostgreSQLContainer FIRST = new PostgreSQLContainer("postgres:17");

    @Container
    private static final PostgreSQLContainer SECOND = new PostgreSQLContainer("postgres:17");

    @Override
    HikariDataSource emptyDatabase(int number) {
        PostgreSQLContainer container = number == 0 ? FIRST : SECOND;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(container.getJdbcUrl());
        config.setUsername(container.getUsername());
        config.setPassword(container.getPassword());
        return new HikariDataSource(config);
    }
}
