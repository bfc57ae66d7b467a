package io.shardkit.differential.contract;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.mysql.MySQLContainer;

/** On the version that is supported longest. Runs where a Docker engine is; the skip says so where none is. */
@ParameterizedClass
@EnumSource(names = "MYSQL")
@Testcontainers(disabledWithoutDocker = true)
class MySqlContainerJdbcContractIT extends JdbcContract {
    @Container
    private static final MySQLContainer FIRST = new MySQLContainer("mysql:8.4");

    @Container
    private static final MySQLContainer SECOND = new MySQLContainer("mysql:8.4");

    @Override
    HikariDataSource emptyDatabase(int number) {
        MySQLContainer container = number == 0 ? FIRST : SECOND;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(container.getJdbcUrl());
        config.setUsername(container.getUsername());
        config.setPassword(container.getPassword());
        return new HikariDataSource(config);
    }
}
