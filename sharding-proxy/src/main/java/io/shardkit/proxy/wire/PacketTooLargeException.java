package io.shardkit.proxy.wire;

/** A packet is larger than what the server takes. */
public final class PacketTooLargeException extends ProtocolException {
    PacketTooLargeException() {
        super("a packet is larger than what is taken");
    }
}
