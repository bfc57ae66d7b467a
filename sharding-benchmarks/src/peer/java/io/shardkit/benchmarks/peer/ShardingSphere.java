package io.shardkit.benchmarks.peer;

import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.subject.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.infra.autogen.version.ShardingSphereVersion;

/** ShardingSphere-JDBC in its default configuration, with the fastest algorithm that it can be given. */
public final class ShardingSphere implements Peer {

    @Override
    public DataSource open(Pools pools, List<Layout> layouts) throws SQLException {
        StringBuilder yaml = new StringBuilder("mode:\n  type: Standalone\n  repository:\n    type: JDBC\n");
        yaml.append("rules:\n- !SHARDING\n  tables:\n");
        for (Layout layout : layouts) {
            yaml.append("    ").append(layout.name()).append(":\n");
            yaml.append("      actualDataNodes: ").append(nodes(layout)).append('\n');
            append(yaml, "databaseStrategy", layout.sourceColumn(), Database.SOURCES);
            append(yaml, "tableStrategy", layout.tableColumn(), tables(layout));
        }
        if (layouts.size() > 1) {
            yaml.append("  bindingTables:\n  - ")
                    .append(layouts.stream().map(Layout::name).collect(Collectors.joining(", ")))
                    .append('\n');
        }
        yaml.append("  shardingAlgorithms:\n");
        layouts.stream()
                .flatMapToInt(layout -> IntStream.of(Database.SOURCES, tables(layout)))
                .distinct()
                .forEach(count -> append(yaml, count));
        try {
            return YamlShardingSphereDataSourceFactory.createDataSource(
                    pools.byName(), yaml.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new SQLException("ShardingSphere does not start", e);
        }
    }

    @Override
    public String version() {
        return "ShardingSphere-JDBC " + ShardingSphereVersion.VERSION;
    }

    /** Returns the number of suffixes. */
    private static int tables(Layout layout) {
        return layout.oncePerSource() ? Database.SOURCES : layout.tables();
    }

    private static String nodes(Layout layout) {
        return IntStream.range(0, Database.SOURCES)
                .boxed()
                .flatMap(source -> layout.suffixes(source).stream()
                        .map(suffix -> Pools.name(source) + "." + layout.actual(suffix)))
                .collect(Collectors.joining(","));
    }

    private static void append(StringBuilder yaml, String strategy, String column, int count) {
        yaml.append("      ").append(strategy).append(":\n        standard:\n          shardingColumn: ");
        yaml.append(column).append("\n          shardingAlgorithmName: mod_").append(count).append('\n');
    }

    private static void append(StringBuilder yaml, int count) {
        yaml.append("    mod_").append(count).append(":\n      type: CLASS_BASED\n      props:\n");
        yaml.append("        strategy: STANDARD\n        sharding-count: ").append(count).append('\n');
        yaml.append("        algorithmClassName: ")
                .append(ModShardingAlgorithm.class.getName())
                .append('\n');
    }
}
