package io.shardkit.replica;

/** The servers of a data source with replicas that may answer a statement. */
public enum ReadTarget {
    /** Any of them: it only reads what is stored. */
    ANY_MEMBER,
    /** The server that answered the query before the statement, of which the statement asks. */
    LAST_MEMBER,
    /** The primary. */
    PRIMARY,
    /** The primary, and that gets all that follows: it may write, or leave something on its connection. */
    PRIMARY_FROM_NOW_ON
}
