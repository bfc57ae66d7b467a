package io.shardkit.rule;

import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the keys of tables whose low bits hold a shard: who puts it there, and who looks for it. */
final class EmbeddedShards {
    private EmbeddedShards() {}

    /** @param property of the table */
    static void check(RoutedTable table, String property) {
        ShardingStrategy database = table.databaseStrategy();
        ShardingStrategy inner = table.tableStrategy();
        check(database, property + ".database-strategy.also-by");
        check(inner, property + ".table-strategy.also-by");
        if (database != null && inner != null && database.alsoBy() != null && inner.alsoBy() != null) {
            throw invalid(
                    property + ".table-strategy.also-by",
                    "database-strategy has one as well, and a key holds the shard of one strategy");
        }
        KeyGeneration generation = table.keyGeneration();
        if (generation != null && generation.generator() instanceof EmbeddingKeyGenerator embedding) {
            String column = embedding.embeddedColumn();
            if (!isHeld(database, column, generation.column()) && !isHeld(inner, column, generation.column())) {
                throw invalid(
                        property + ".key-generate-strategy.generator",
                        "it embeds the shard of " + column + ", and no strategy has sharding-column " + column
                                + " and also-by " + generation.column());
            }
            checkMore(embedding, isHeld(database, column, generation.column()) ? database : inner, property);
        } else if (generation != null && (holds(database, generation.column()) || holds(inner, generation.column()))) {
            throw invalid(
                    property + ".key-generate-strategy.generator",
                    "its keys hold no shard, and also-by looks for one in " + generation.column()
                            + ": let it embed the sharding column");
        }
    }

    /** Keys that tell more shards apart than there are hold these in their lowest bits, if both are powers of two. */
    private static void checkMore(EmbeddingKeyGenerator keys, @Nullable ShardingStrategy strategy, String property) {
        int more = keys.embeddedShards();
        if (more == 0 || strategy == null) {
            return;
        }
        int shards = strategy.algorithm().shardCount();
        String generator = property + ".key-generate-strategy.generator";
        if (Integer.bitCount(shards) != 1 || Integer.bitCount(more) != 1 || shards > more) {
            throw invalid(
                    generator,
                    "its keys tell " + more + " shards of " + keys.embeddedColumn() + " apart, and there are " + shards
                            + ": both have to be powers of two, and the first one not the smaller one");
        }
        if (strategy.algorithm().over(more) == null) {
            throw invalid(
                    generator,
                    "its keys tell " + more + " shards of " + keys.embeddedColumn()
                            + " apart, and the algorithm takes no"
                            + " remainder by the number of shards, as mod and hash-mod do");
        }
    }

    private static void check(@Nullable ShardingStrategy strategy, String property) {
        if (strategy == null || strategy.alsoBy() == null) {
            return;
        }
        if (strategy.columns().size() != 1) {
            throw invalid(property, "it goes with one sharding-column, whose shard the key holds");
        }
        if (strategy.columns().contains(strategy.alsoBy())) {
            throw invalid(property, "'" + strategy.alsoBy() + "' is the sharding column itself");
        }
        if (strategy.algorithm().shardCount() > LowBitsAlgorithm.MOST_SHARDS) {
            throw invalid(
                    property,
                    "a key holds one of " + LowBitsAlgorithm.MOST_SHARDS + " shards at most, and there are "
                            + strategy.algorithm().shardCount());
        }
    }

    /** Returns true if a key can hold the shards of a strategy. */
    static boolean fits(ShardingStrategy strategy) {
        return strategy.columns().size() == 1
                && strategy.algorithm().shardCount() <= LowBitsAlgorithm.MOST_SHARDS
                && !(strategy.algorithm() instanceof PlacedKeyAlgorithm);
    }

    private static boolean isHeld(@Nullable ShardingStrategy strategy, String column, String key) {
        return strategy != null && strategy.columns().equals(List.of(column)) && key.equals(strategy.alsoBy());
    }

    private static boolean holds(@Nullable ShardingStrategy strategy, String key) {
        return strategy != null && key.equals(strategy.alsoBy());
    }

    private static ShardingConfigurationException invalid(String property, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, property, why);
    }
}
