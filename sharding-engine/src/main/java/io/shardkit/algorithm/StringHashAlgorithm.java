package io.shardkit.algorithm;

/**
 * Java's hash of a part of a text, or of the digits of a whole number, by the number of shards, never negative. Keys
 * that agree in the part are together.
 *
 * @param shardCount number of shards, at least 1
 * @param from the position of the part's first character, from 0; negative counts from the end
 * @param length how many characters it has at most, at least 1
 */
record StringHashAlgorithm(int shardCount, int from, int length) implements TextKeyAlgorithm {

    @Override
    public ShardingAlgorithm over(int shards) {
        return new StringHashAlgorithm(shards, from, length);
    }

    @Override
    public int shard(String key) {
        int start = Math.min(from < 0 ? Math.max(0, key.length() + from) : from, key.length());
        int end = (int) Math.min((long) start + length, key.length());
        return Math.floorMod(key.substring(start, end).hashCode(), shardCount);
    }
}
