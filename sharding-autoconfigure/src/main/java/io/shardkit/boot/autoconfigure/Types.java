package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code type} of an algorithm or a key generator. */
final class Types {
    private Types() {}

    /** The type in its written form of lower case and dashes; refused if it is missing or not one of these. */
    static String of(String path, @Nullable String type, List<String> known) {
        if (type == null || type.isBlank()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path + ".type", "it is missing; the types are " + known);
        }
        // Users of other frameworks write HASH_MOD
        String canonical = type.trim().toLowerCase(Locale.ROOT).replace('_', '-');
        if (!known.contains(canonical)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, path + ".type", "'" + type + "' is not one of the types " + known);
        }
        return canonical;
    }
}
