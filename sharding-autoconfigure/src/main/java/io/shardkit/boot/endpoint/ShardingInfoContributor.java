package io.shardkit.boot.endpoint;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.DataSourceState;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Contributes how much is sharded over how many data sources, and which of these cannot be reached. */
record ShardingInfoContributor(ShardingDataSource dataSource) implements InfoContributor {

    @Override
    public void contribute(Info.Builder builder) {
        ShardingRule rule = dataSource.rule();
        int tables = 0;
        int units = 0;
        for (ShardedTable table : rule.shardedTables()) {
            tables++;
            units += table.nodes().size();
        }
        List<String> unreachable = dataSource.dataSources().stream()
                .filter(state -> !state.reachable())
                .map(DataSourceState::name)
                .toList();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("dataSources", rule.dataSources().size());
        details.put("shardedTables", tables);
        details.put("actualTables", units);
        details.put("broadcastTables", rule.broadcastTables().size());
        details.put("unreachable", unreachable);
        builder.withDetail("sharding", details);
    }
}
