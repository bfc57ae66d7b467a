package io.shardkit.error;

/** Carried by every exception that Shardkit itself throws; a shard's own exceptions go through without it. */
public interface ShardingException {

    /** The code that says why. */
    ErrorCode errorCode();

    /** Returns the subject of the code in this case: a part of the statement, a table, a property. */
    String detail();
}
