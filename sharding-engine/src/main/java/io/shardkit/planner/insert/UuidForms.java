package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.keygen.EmbeddingKeyGenerator;
import io.shardkit.keygen.KeyGenerator;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives a column the generated UUIDs in the form that it takes. */
final class UuidForms {
    private UuidForms() {}

    /** The generator, whose UUIDs are written as the column takes them; other keys are left as they are. */
    static KeyGenerator fitted(KeyGenerator generator, @Nullable Column column) {
        String type = column == null ? "" : column.typeName().toLowerCase(Locale.ROOT);
        if (type.equals("uuid") || generator instanceof EmbeddingKeyGenerator) {
            return generator;
        }
        boolean binary = type.contains("binary") || type.equals("bytea");
        Function<UUID, Object> form = binary ? UuidForms::bytes : UUID::toString;
        return new Fitted(generator, form);
    }

    private record Fitted(KeyGenerator generator, Function<UUID, Object> form) implements KeyGenerator {
        @Override
        public Object nextKey() {
            return nextKey(0);
        }

        @Override
        public Object nextKey(long nanos) {
            Object key = generator.nextKey(nanos);
            return key instanceof UUID uuid ? form.apply(uuid) : key;
        }
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
