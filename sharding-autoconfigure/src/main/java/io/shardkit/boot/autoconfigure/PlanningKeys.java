package io.shardkit.boot.autoconfigure;

import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.keygen.KeyGenerator;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Keys of the kind that a generator makes, for statements that are planned and not run. Thread-safe. */
final class PlanningKeys {
    private static final String EMBED = "embed";

    /** As long as its keys are, so that a column that is too narrow for them is found out. */
    private static final long SNOWFLAKE = 1L << 60;

    private static final String NANOID = "%021d";

    private PlanningKeys() {}

    /** Like those of a declared generator; null for a bean, of which nothing is known. */
    static KeyGenerator like(ShardingProperties.@Nullable Generator generator) {
        String type = generator == null || generator.type() == null ? "" : generator.type();
        AtomicLong numbers = new AtomicLong();
        String column = generator == null ? null : generator.props().get(EMBED);
        if (column != null) {
            return new Embedding(column.trim().toLowerCase(Locale.ROOT), numbers);
        }
        return switch (type) {
            case "uuid" -> UUID::randomUUID;
            case "nanoid" -> () -> NANOID.formatted(numbers.incrementAndGet());
            case "snowflake" -> () -> SNOWFLAKE + numbers.incrementAndGet();
            default -> numbers::incrementAndGet;
        };
    }

    private record Embedding(String embeddedColumn, AtomicLong numbers) implements EmbeddingKeyGenerator {
        @Override
        public Object nextKey() {
            return SNOWFLAKE + numbers.incrementAndGet();
        }

        @Override
        public long nextKey(int shard, int bits) {
            return SNOWFLAKE + (numbers.incrementAndGet() << bits | shard);
        }
    }
}
