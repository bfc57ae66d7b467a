package io.shardkit.boot.autoconfigure;

/** The kind of input that decides in a strategy. */
public enum StrategyType {
    /** The value of one column. */
    STANDARD,
    /** The values of several columns. */
    COMPLEX,
    /** A ShardingHint of the application. */
    HINT,
    /** Nothing: there is no strategy, whatever sharding.defaults says. */
    NONE
}
