package io.shardkit.boot.autoconfigure;

import java.util.List;
import java.util.Map;
import org.springframework.core.env.Environment;

/** The properties of which a rule is made, with names as they are written, and in that order. Immutable. */
record RuleProperties(
        List<String> dataSources,
        Map<String, ShardingProperties.Table> tables,
        ShardingProperties.Defaults defaults,
        List<String> bindingTables,
        List<String> broadcastTables,
        List<String> singleTables,
        Map<String, ShardingProperties.KeyGenerate> keyGenerateStrategies,
        Map<String, ShardingProperties.Algorithm> algorithms) {

    /** Returns those of the configured rule. */
    static RuleProperties of(ShardingProperties properties, Environment environment) {
        return new RuleProperties(
                List.copyOf(WrittenKeys.arrange(environment, OnShardingDataSources.PROPERTY, properties.dataSources())
                        .keySet()),
                WrittenKeys.arrange(environment, RuleReader.TABLES, properties.tables()),
                properties.defaults(),
                properties.bindingTables(),
                properties.broadcastTables(),
                properties.singleTables(),
                WrittenKeys.arrange(environment, RuleReader.KEYS, properties.keyGenerateStrategies()),
                WrittenKeys.arrange(environment, NamedAlgorithms.PROPERTY, properties.algorithms()));
    }
}
