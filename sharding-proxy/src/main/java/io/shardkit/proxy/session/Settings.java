package io.shardkit.proxy.session;

import java.time.Duration;

/**
 * The server's settings for its clients. Immutable.
 *
 * @param maxConnections how many there may be at a time
 * @param maxLogins how many may be logging in at a time; those that are logged in are not counted
 * @param maxPacket how many bytes a packet of a client may have that is logged in
 * @param fetchSize how many rows are fetched from a database at a time
 * @param idleTimeout how long a client may say nothing
 * @param loginTimeout how long it may take to log in, from the first byte to the last
 * @param requiresTls whether a client has to begin TLS before it logs in
 */
public record Settings(
        int maxConnections,
        int maxLogins,
        int maxPacket,
        int fetchSize,
        Duration idleTimeout,
        Duration loginTimeout,
        boolean requiresTls) {}
