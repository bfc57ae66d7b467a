package io.shardkit.dialect.branch;

/** The name by which a database knows its part of a transaction over several, as its statements take it. Immutable. */
public interface BranchName {
    /** As one text: at most 199 characters, none of which ends a text literal or a quoted name. */
    String text();

    /** As the literals of XA by SQL, separated by commas. */
    String literals();
}
