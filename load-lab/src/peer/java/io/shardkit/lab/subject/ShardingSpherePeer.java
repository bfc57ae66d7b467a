package io.shardkit.lab.subject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.infra.autogen.version.ShardingSphereVersion;

/** ShardingSphere-JDBC in its default configuration, with the same algorithms. */
public final class ShardingSpherePeer implements Peer {

    @Override
    public String name() {
        return "ShardingSphere " + ShardingSphereVersion.VERSION;
    }

    @Override
    public DataSource open(Map<String, DataSource> pools, List<Layout> tables, List<String> broadcast)
            throws SQLException {
        StringBuilder yaml = new StringBuilder("mode:\n  type: Standalone\n  repository:\n    type: JDBC\n");
        StringBuilder algorithms = new StringBuilder("  shardingAlgorithms:\n");
        yaml.append("rules:\n- !SHARDING\n  tables:\n");
        boolean keyed = false;
        for (Layout layout : tables) {
            yaml.append("    ").append(layout.name()).append(":\n");
            yaml.append("      actualDataNodes: ").append(nodes(layout)).append('\n');
            if (layout.servers() > 1) {
                append(yaml, "databaseStrategy", layout.column(), layout.name() + "_source");
                append(algorithms, layout.name() + "_source", PeerAlgorithm.register(layout.bySource()));
            }
            if (layout.tables() > 1) {
                append(yaml, "tableStrategy", layout.tableColumn(), layout.name() + "_table");
                append(algorithms, layout.name() + "_table", PeerAlgorithm.register(layout.byTable()));
            }
            if (layout.keys() != null) {
                keyed = true;
                yaml.append("      keyGenerateStrategy:\n        column: ").append(layout.column());
                yaml.append("\n        keyGeneratorName: snowflake\n");
            }
        }
        if (tables.size() > 1) {
            yaml.append("  bindingTables:\n  - ")
                    .append(tables.stream().map(Layout::name).collect(Collectors.joining(", ")))
                    .append('\n');
        }
        if (algorithms.indexOf("type:") >= 0) {
            yaml.append(algorithms);
        }
        if (keyed) {
            yaml.append("  keyGenerators:\n    snowflake:\n      type: SNOWFLAKE\n      props:\n");
            yaml.append("        max-vibration-offset: 4095\n");
        }
        if (!broadcast.isEmpty()) {
            yaml.append("- !BROADCAST\n  tables:\n");
            broadcast.forEach(table -> yaml.append("  - ").append(table).append('\n'));
        }
        try {
            return YamlShardingSphereDataSourceFactory.createDataSource(
                    pools, yaml.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new SQLException("ShardingSphere does not start", e);
        }
    }

    private static String nodes(Layout layout) {
        return IntStream.range(0, layout.servers())
                .boxed()
                .flatMap(server -> IntStream.range(0, layout.tables())
                        .mapToObj(table -> Pools.name(server) + "." + layout.actual(table)))
                .collect(Collectors.joining(","));
    }

    private static void append(StringBuilder yaml, String strategy, String column, String algorithm) {
        yaml.append("      ").append(strategy).append(":\n        standard:\n          shardingColumn: ");
        yaml.append(column).append("\n          shardingAlgorithmName: ").append(algorithm).append('\n');
    }

    private static void append(StringBuilder algorithms, String name, int number) {
        algorithms.append("    ").append(name).append(":\n      type: CLASS_BASED\n      props:\n");
        algorithms.append("        strategy: STANDARD\n        number: ").append(number).append('\n');
        algorithms
                .append("        algorithmClassName: ")
                .append(PeerAlgorithm.class.getName())
                .append('\n');
    }
}
