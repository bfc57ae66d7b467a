package io.shardkit.error;

/**
 * Answers the next question about a database's exception; attached to it as a suppressed exception, so that the driver's
 * own goes through unwrapped. The message, which is for people, names the data source and never a parameter's value. Has
 * neither a cause nor a stack trace.
 */
public final class ShardFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message the data source, and what failed there */
    public ShardFailure(String message) {
        super(message, null, false, false);
    }
}
