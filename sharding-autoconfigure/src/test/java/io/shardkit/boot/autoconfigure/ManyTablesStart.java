package io.shardkit.boot.autoconfigure;

import io.shardkit.jdbc.ShardingDataSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Prints how long an application with 1,000 logical tables over 8 data sources of 16 actual tables takes to start. */
public final class ManyTablesStart {
    private ManyTablesStart() {}

    /** @param arguments how many logical tables */
    public static void main(String[] arguments) {
        for (String count : arguments) {
            start(Integer.parseInt(count));
        }
    }

    private static void start(int count) {
        long start = System.nanoTime();
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("tables", properties(count)));
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(StartFailure.Application.class)
                .web(WebApplicationType.NONE)
                .environment(environment)
                .run()) {
            ShardingDataSource dataSource = application.getBean(ShardingDataSource.class);
            System.out.printf(
                    "%d tables: %d ms %s%n",
                    count,
                    (System.nanoTime() - start) / 1_000_000,
                    dataSource.rule().dataSources());
        }
    }

    static Map<String, Object> properties(int count) {
        Map<String, Object> properties = new LinkedHashMap<>();
        int unique = new Random().nextInt();
        for (int i = 0; i < 8; i++) {
            properties.put("sharding.data-sources.ds" + i + ".url", "jdbc:h2:mem:many" + unique + "_" + i);
        }
        properties.put("sharding.algorithms.by-user.type", "mod");
        properties.put("sharding.algorithms.by-order.type", "mod");
        properties.put("sharding.key-generators.ids.type", "snowflake");
        properties.put("sharding.key-generators.ids.props.worker-id", "1");
        for (int i = 0; i < count; i++) {
            String table = "sharding.tables.t_logical_" + i;
            properties.put(table + ".actual-data-nodes", "ds{0..7}.t_logical_" + i + "_{0..15}");
            properties.put(table + ".database-strategy.sharding-column", "user_id");
            properties.put(table + ".database-strategy.algorithm", "by-user");
            properties.put(table + ".table-strategy.sharding-column", "order_id");
            properties.put(table + ".table-strategy.algorithm", "by-order");
            properties.put(table + ".key-generate-strategy.column", "order_id");
            properties.put(table + ".key-generate-strategy.generator", "ids");
            if (i % 2 == 1) {
                properties.put("sharding.binding-tables[" + i / 2 + "]", "t_logical_" + (i - 1) + ", t_logical_" + i);
            }
        }
        return properties;
    }
}
