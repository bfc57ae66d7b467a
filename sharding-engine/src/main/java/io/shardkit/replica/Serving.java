package io.shardkit.replica;

/** Which servers of a data source that has replicas may answer a statement. */
public enum Serving {
    /** Any of them: it only reads what is stored. */
    ANY_MEMBER,
    /** The one that answered the query before it, of which it asks. */
    LAST_MEMBER,
    /** The primary. */
    PRIMARY,
    /** The primary, and that gets all that follows: it may write, or leave something on its connection. */
    PRIMARY_FROM_NOW_ON
}
