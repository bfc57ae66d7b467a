package io.shardkit.keygen;

import java.util.UUID;

/** Random UUIDs as 32 hexadecimal digits without dashes. */
public final class UuidKeyGenerator implements KeyGenerator {

    @Override
    public Object nextKey() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
