package io.shardkit.boot.autoconfigure;

/** Whether a column is filled. */
public enum KeyGenerateType {
    /** It is. */
    COLUMN,
    /** None is, whatever sharding.defaults says. */
    NONE
}
