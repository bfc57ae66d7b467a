package io.shardkit.algorithm;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The CRC-32 (ISO 3309) of a text in UTF-8, or of the digits of a whole number, by the number of shards: what the
 * databases' own {@code CRC32(column) % n} gives.
 *
 * @param shardCount number of shards, at least 1
 */
record Crc32ModAlgorithm(int shardCount) implements TextKeyAlgorithm {

    @Override
    public ShardingAlgorithm over(int shards) {
        return new Crc32ModAlgorithm(shards);
    }

    @Override
    public int shard(String key) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shardCount);
    }
}
