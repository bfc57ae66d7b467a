package io.shardkit.proxy.wire;

import java.io.IOException;

/** The client has sent what is no packet of the protocol; the connection cannot go on. */
public class ProtocolException extends IOException {
    public ProtocolException(String message) {
        super(message);
    }
}
