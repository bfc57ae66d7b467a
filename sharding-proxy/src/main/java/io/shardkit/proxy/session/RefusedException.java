package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ServerError;

/** A command is answered with an error, and the session goes on. */
final class RefusedException extends Exception {
    private final transient ServerError error;

    RefusedException(ServerError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    ServerError error() {
        return error;
    }
}
