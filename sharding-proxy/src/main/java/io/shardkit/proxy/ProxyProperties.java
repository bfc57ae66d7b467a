package io.shardkit.proxy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The {@code sharding.proxy.*} properties. Immutable.
 *
 * @param address Network address that clients connect to. Others than the default are for networks whose clients are
 *     trusted, or with ssl.
 * @param port Port that clients connect to; 0 for any that is free.
 * @param database Name by which clients choose the logical database that the sharding block configures.
 * @param databases Further logical databases by the names by which clients choose them, each a file with a sharding
 *     block of its own, as file:shop.yml.
 * @param users Who may log in, by name.
 * @param maxConnections How many clients may be logged in at a time.
 * @param maxLogins How many clients may be logging in at a time. One more ends the login that has taken longest.
 * @param maxPacketSize How large a packet of a client may be; 64 KB until it has logged in.
 * @param fetchSize How many rows are fetched from a database at a time.
 * @param idleTimeout How long a client may say nothing before its connection is closed.
 * @param loginTimeout How long a client may take to log in.
 * @param stopTimeout How long open transactions are waited for when the server stops.
 * @param ssl TLS for clients that ask for it.
 */
@ConfigurationProperties(prefix = "sharding.proxy", ignoreUnknownFields = false)
public record ProxyProperties(
        @DefaultValue("127.0.0.1") InetAddress address,
        @DefaultValue("3307") int port,
        @DefaultValue("sharding") String database,
        @DefaultValue Map<String, String> databases,
        @DefaultValue Map<String, User> users,
        @DefaultValue("1000") int maxConnections,
        @DefaultValue("500") int maxLogins,
        @DefaultValue("64MB") DataSize maxPacketSize,
        @DefaultValue("500") int fetchSize,
        @DefaultValue("8h") Duration idleTimeout,
        @DefaultValue("10s") Duration loginTimeout,
        @DefaultValue("20s") Duration stopTimeout,
        @DefaultValue Ssl ssl) {

    /**
     * A user that may log in.
     *
     * @param password The password, or hashes of its hash, separated by commas: {native}* with 40 hex digits, as in the
     *     user tables of MySQL and MariaDB, and {caching-sha2} with the 64 hex digits of SHA-256 of SHA-256.
     * @param databases The logical databases that the user may use. The default is all of them.
     * @param maxConnections How many connections the user may have at a time; 0 for any number.
     */
    @ConfigurationPropertiesSource
    public record User(
            @Nullable String password, @DefaultValue List<String> databases, @DefaultValue("0") int maxConnections) {

        /** Without the password. */
        @Override
        public String toString() {
            return "User[databases=" + databases + "]";
        }
    }

    /**
     * TLS for clients that ask for it.
     *
     * @param bundle Name of the SSL bundle, of spring.ssl.bundle, with the certificate. Without one there is no TLS.
     * @param required Whether clients without TLS are refused.
     */
    @ConfigurationPropertiesSource
    public record Ssl(@Nullable String bundle, @DefaultValue("false") boolean required) {}
}
