package io.shardkit.admin;

/** The exit codes of all commands. */
final class Exit {
    /** Done as it was asked for. */
    static final int DONE = 0;

    /** Refused, or failed. */
    static final int REFUSED = 1;

    /** The command line cannot be read. */
    static final int USAGE = 2;

    /** Done as far as a command can do it: something waits for a person. */
    static final int WAITS = 3;

    private Exit() {}
}
