package io.shardkit.options;

/** Who answers a read that has to see what its own connection, thread or client wrote. */
public enum AfterWrite {
    /** The primary. */
    PRIMARY,
    /** A replica that has the write, which is waited for; the primary if none has it in time. */
    WAIT
}
