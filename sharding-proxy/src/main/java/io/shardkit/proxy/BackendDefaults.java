package io.shardkit.proxy;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the proxy talks to the databases where its configuration does not say something else: prepared statements are
 * prepared on the servers too, once on each connection. So a parameter has the type there that the client gave it, and
 * neither side makes text of it. Options in the URL of a data source come first.
 */
final class BackendDefaults {
    /** Options of the drivers of MariaDB and MySQL. */
    static final Map<String, String> DRIVER = Map.of(
            "useServerPrepStmts", "true",
            "cachePrepStmts", "true",
            "prepStmtCacheSize", "250",
            "prepStmtCacheSqlLimit", "2048");

    /** The same as properties of an application. */
    static final Map<String, Object> PROPERTIES = DRIVER.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(
                    option -> "sharding.hikari.data-source-properties." + option.getKey(), Map.Entry::getValue));

    private BackendDefaults() {}
}
