package io.shardkit.proxy.session;

import io.shardkit.proxy.auth.Account;
import org.jspecify.annotations.Nullable;

/** The account of the client, and the capabilities of the protocol that it understands. Not thread-safe. */
final class Client {
    private @Nullable Account account;
    private int capabilities;
    private boolean extended;

    /** @throws IllegalStateException before a login */
    Account account() {
        Account known = account;
        if (known == null) {
            throw new IllegalStateException("no user is logged in");
        }
        return known;
    }

    void login(Account who) {
        account = who;
    }

    boolean has(int capability) {
        return (capabilities & capability) != 0;
    }

    /** @param agreed what both the client and this server understand */
    void capabilities(int agreed) {
        capabilities = agreed;
    }

    /** The client changes its mind about a capability. */
    void capability(int capability, boolean on) {
        capabilities = on ? capabilities | capability : capabilities & ~capability;
    }

    /** Returns true if the client wants to know what only MariaDB tells of columns. */
    boolean isExtended() {
        return extended;
    }

    void extended(boolean on) {
        extended = on;
    }
}
