package io.shardkit.proxy.auth;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A user of the server. Immutable.
 *
 * @param name by which the client logs in
 * @param credentials its password
 * @param databases the logical databases that it may use, in the order of the configuration
 * @param isRestricted whether it may name no other schemas of the servers; else it may what the data sources' user may
 * @param maxConnections how many connections it may have at a time; 0 for any number
 */
public record Account(
        String name, Credentials credentials, Set<String> databases, boolean isRestricted, int maxConnections) {
    public Account {
        databases = Collections.unmodifiableSet(new LinkedHashSet<>(databases));
    }
}
