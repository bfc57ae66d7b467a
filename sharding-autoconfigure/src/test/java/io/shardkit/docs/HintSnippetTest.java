package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.hint.ShardingHint;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** The hint that docs/strategies.md shows, with the settings that it shows. */
@SuppressWarnings("try") // the scope is there to be open
class HintSnippetTest {

    @Test
    void aHintPlacesTheRow() {
        String settings = Markdown.of("docs/strategies.md").block("yaml", "t_import");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                .withInitializer(context ->
                        context.getEnvironment().getPropertySources().addLast(SnippetsTest.settings("block", settings)))
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "sharding.data-sources.ds1.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run(context -> {
                    DataSource dataSource = context.getBean("dataSource", DataSource.class);
                    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
                    jdbc.execute("CREATE TABLE t_import (id BIGINT, note VARCHAR(9))");
                    // region: hint
                    try (ShardingHint hint = ShardingHint.database("t_import", 7)) {
                        jdbc.update("INSERT INTO t_import (id, note) VALUES (?, ?)", 1, "x");
                    }
                    // endregion
                    // region: sharding-key
                    ShardingKey user = dataSource
                            .createShardingKeyBuilder()
                            .subkey(7L, JDBCType.BIGINT)
                            .build();
                    try (Connection connection = dataSource
                                    .createConnectionBuilder()
                                    .shardingKey(user)
                                    .build();
                            Statement statement = connection.createStatement();
                            ResultSet rows = statement.executeQuery("SELECT note FROM t_import ORDER BY id")) {
                        rows.next();
                    }
                    // endregion
                    for (int source = 0; source < 2; source++) {
                        JdbcTemplate shard = new JdbcTemplate(context.getBean("ds" + source, DataSource.class));
                        assertThat(shard.queryForObject("SELECT COUNT(*) FROM t_import", Integer.class))
                                .isEqualTo(source);
                    }
                });
    }
}
