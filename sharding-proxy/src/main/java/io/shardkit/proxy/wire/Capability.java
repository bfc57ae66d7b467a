package io.shardkit.proxy.wire;

/** The capabilities of client and server, as bits of the handshake. */
public final class Capability {
    public static final int LONG_PASSWORD = 1;
    public static final int FOUND_ROWS = 1 << 1;
    public static final int LONG_FLAG = 1 << 2;
    public static final int CONNECT_WITH_DB = 1 << 3;
    public static final int NO_SCHEMA = 1 << 4;
    public static final int COMPRESS = 1 << 5;
    public static final int ODBC = 1 << 6;
    public static final int IGNORE_SPACE = 1 << 8;
    public static final int PROTOCOL_41 = 1 << 9;
    public static final int INTERACTIVE = 1 << 10;
    public static final int SSL = 1 << 11;
    public static final int TRANSACTIONS = 1 << 13;
    public static final int SECURE_CONNECTION = 1 << 15;
    public static final int MULTI_STATEMENTS = 1 << 16;
    public static final int MULTI_RESULTS = 1 << 17;
    public static final int PS_MULTI_RESULTS = 1 << 18;
    public static final int PLUGIN_AUTH = 1 << 19;
    public static final int CONNECT_ATTRIBUTES = 1 << 20;
    public static final int PLUGIN_AUTH_LENENC = 1 << 21;
    public static final int DEPRECATE_EOF = 1 << 24;

    /** Of MariaDB, in the upper half of its capabilities: columns tell of types that the protocol has no number for. */
    public static final int EXTENDED_METADATA = 1 << 3;

    /** The capabilities that the server offers, apart from {@link #SSL} and {@link #FOUND_ROWS}. */
    public static final int OFFERED = LONG_PASSWORD
            | LONG_FLAG
            | CONNECT_WITH_DB
            | NO_SCHEMA
            | ODBC
            | IGNORE_SPACE
            | PROTOCOL_41
            | INTERACTIVE
            | TRANSACTIONS
            | SECURE_CONNECTION
            | MULTI_STATEMENTS
            | MULTI_RESULTS
            | PS_MULTI_RESULTS
            | PLUGIN_AUTH
            | CONNECT_ATTRIBUTES
            | PLUGIN_AUTH_LENENC
            | DEPRECATE_EOF;

    private Capability() {}
}
