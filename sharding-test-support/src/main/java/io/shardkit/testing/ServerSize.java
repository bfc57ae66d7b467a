package io.shardkit.testing;

/**
 * The capacity of a database server.
 *
 * @param bufferMegabytes the memory for pages
 * @param logMegabytes the file that writes are logged in, where a server has one of a fixed size
 * @param connections the most at a time
 * @param flushed whether commits reach the disk at some time; if not, a crash of the machine loses them
 */
public record ServerSize(int bufferMegabytes, int logMegabytes, int connections, boolean flushed) {
    /** For tests: a few rows. */
    public static final ServerSize SMALL = new ServerSize(16, 16, 200, false);

    /** For a service under load: with less memory, writes of eight tables wait for pages. */
    public static final ServerSize SERVICE = new ServerSize(64, 16, 200, true);

    /** For measurements: all rows in memory. */
    public static final ServerSize LARGE = new ServerSize(384, 128, 300, true);
}
