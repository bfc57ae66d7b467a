package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.ServerStatus;
import org.jspecify.annotations.Nullable;

/** The state of the open transaction as the client is told, if one is open. Not thread-safe. */
final class OpenTransaction {
    /** The modes that it was begun with, for one that follows it by CHAIN. */
    private String modes = "";

    /** True if the transaction only reads; null until that is first asked. */
    private @Nullable Boolean onlyReads;

    /** The modes that it was begun with, as they follow START TRANSACTION. */
    String modes() {
        return modes;
    }

    void modes(String begun) {
        modes = begun;
        onlyReads = null;
    }

    /** No transaction is open. */
    void ended() {
        modes = "";
    }

    /** The bits of status of an answer. */
    int status(boolean open, ClientSettings settings) {
        int status = settings.autoCommit() ? ServerStatus.AUTOCOMMIT : 0;
        if (!open) {
            onlyReads = null;
            return status;
        }
        if (onlyReads == null) {
            onlyReads = beginsReadOnly(settings);
        }
        return status | ServerStatus.IN_TRANSACTION | (onlyReads ? ServerStatus.IN_TRANSACTION_READ_ONLY : 0);
    }

    /**
     * Returns true if a transaction that begins now only reads: by its own modes, by those set for the next transaction,
     * or by the session's default.
     */
    private boolean beginsReadOnly(ClientSettings settings) {
        Words words = new Words(modes);
        for (int i = 0; i < words.size(); i++) {
            if (words.is(i, "READ") && (words.is(i + 1, "ONLY") || words.is(i + 1, "WRITE"))) {
                return words.is(i + 1, "ONLY");
            }
        }
        Boolean next = settings.nextTransaction().readOnly();
        return next == null ? settings.readOnly() : next;
    }
}
