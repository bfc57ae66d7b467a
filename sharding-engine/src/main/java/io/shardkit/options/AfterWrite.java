package io.shardkit.options;

/** The server that answers a read that has to see the writes of its own connection, thread or client. */
public enum AfterWrite {
    /** The primary. */
    PRIMARY,
    /** A replica that has the write, which is waited for; the primary if none has it in time. */
    WAIT
}
