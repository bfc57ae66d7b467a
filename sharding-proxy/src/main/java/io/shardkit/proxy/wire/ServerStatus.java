package io.shardkit.proxy.wire;

/** The bits of status that end each answer. */
public final class ServerStatus {
    public static final int IN_TRANSACTION = 1;
    public static final int AUTOCOMMIT = 2;
    public static final int MORE_RESULTS = 8;
    public static final int CURSOR_EXISTS = 0x40;
    public static final int LAST_ROW_SENT = 0x80;
    public static final int PS_OUT_PARAMETERS = 0x1000;
    public static final int IN_TRANSACTION_READ_ONLY = 0x2000;

    private ServerStatus() {}
}
