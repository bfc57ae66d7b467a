package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.execute.run.Shards;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardMap;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A data source that leaves the rule counts as in use as long as a connection of it is lent. */
class DataSourcesInUseTest {

    private static ShardingRule rule(String... dataSources) {
        return TestRules.over(List.of(dataSources)).broadcast("t_word").build();
    }

    @Test
    void aDataSourceOfTheRuleBeforeIsInUseThoughItsAnnouncementWasNotWithdrawn() throws SQLException {
        ShardingRule without = rule("ds0");
        ShardMap with = ShardMap.of(rule("ds0", "ds4"));
        try (HikariDataSource first = TestDatabase.H2.create("inuse", 0);
                HikariDataSource late = TestDatabase.H2.create("inuse", 1)) {
            Map<String, DataSource> given = Map.of("ds0", first);
            Shards start = Shards.open(given, without, ShardingOptions.builder().build());
            try (DataSourcesInUse sources = new DataSourcesInUse(given, name -> late, start)) {
                Shards next = sources.prepare(with);
                sources.take(next);
                try (Connection lent = next.databases().open(1)) {
                    assertThat(lent.isValid(1)).isTrue();
                    // Rules follow each other without a time in which none is to come.
                    sources.take(sources.prepare(ShardMap.of(without)));
                    assertThat(sources.isDraining()).isTrue();
                }
            }
        }
    }
}
