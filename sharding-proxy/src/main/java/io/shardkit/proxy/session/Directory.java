package io.shardkit.proxy.session;

import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.backend.LogicalDatabase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The accounts that may log in, and the logical databases. Immutable.
 *
 * @param accounts by their names
 * @param databases by their names; at least one
 */
public record Directory(Map<String, Account> accounts, Map<String, LogicalDatabase> databases) {
    public Directory {
        accounts = Map.copyOf(accounts);
        databases = Collections.unmodifiableMap(new LinkedHashMap<>(databases));
    }

    @Nullable Account account(String name) {
        return accounts.get(name);
    }

    /** The database whose version the greeting tells. */
    LogicalDatabase first() {
        return databases.values().iterator().next();
    }
}
