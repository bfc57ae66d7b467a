package io.shardkit.boot.metrics;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The server and the database of a JDBC URL, as OpenTelemetry's conventions name them. Immutable.
 *
 * @param host null if the URL has none or several, as have databases within the process
 * @param port null if the URL leaves it to the driver
 * @param namespace the name of the database there; null if it is not known
 */
record ServerAddress(@Nullable String host, @Nullable String port, @Nullable String namespace) {
    private static final ServerAddress UNKNOWN = new ServerAddress(null, null, null);

    static ServerAddress of(@Nullable String jdbcUrl) {
        int slashes = jdbcUrl == null ? -1 : jdbcUrl.indexOf("//");
        if (jdbcUrl == null || slashes < 0) {
            return UNKNOWN;
        }
        int end = end(jdbcUrl, slashes + 2, "?;");
        int path = end(jdbcUrl, slashes + 2, "/?;");
        String written = jdbcUrl.substring(slashes + 2, path);
        // Without the user and password that MySQL's driver reads there
        String server = written.substring(written.lastIndexOf('@') + 1);
        String namespace = path < end ? jdbcUrl.substring(path + 1, end) : "";
        if (server.isEmpty() || server.contains(",") || server.contains("(")) {
            return UNKNOWN;
        }
        int colon = server.lastIndexOf(':') > server.lastIndexOf(']') ? server.lastIndexOf(':') : -1;
        String host = colon < 0 ? server : server.substring(0, colon);
        return new ServerAddress(
                host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
                colon < 0 ? null : server.substring(colon + 1),
                namespace.isEmpty() ? null : namespace);
    }

    private static int end(String text, int from, String ends) {
        int end = from;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** Tells the attributes of a span. */
    void tell(BiConsumer<String, String> to) {
        if (host != null) {
            to.accept("server.address", host);
        }
        if (port != null) {
            to.accept("server.port", port);
        }
        if (namespace != null) {
            to.accept("db.namespace", namespace);
        }
    }
}
