package io.shardkit.boot.autoconfigure;

/** The choice whether a key generator fills a column. */
public enum KeyGenerateType {
    /** It is. */
    COLUMN,
    /** None is, whatever sharding.defaults says. */
    NONE
}
