package io.shardkit.execute;

import java.util.Map;
import java.util.Set;

/**
 * The states of a physical connection, from its pool and back.
 *
 * <pre>
 *            first use               commit by a switch
 *   IDLE ───────────────> ACTIVE ─────────────────────> COMMITTED
 *   ^ ^  <───────────────    │                           │   │
 *   │ │  transaction ended   │                           │   │
 *   │ └──────────────────────┼── autocommit is switched ─┘   │
 *   │                        v                               │
 * borrowed               RELEASED <──────────────────────────┘
 * </pre>
 *
 * One may be lost in any of them, by any thread.
 */
enum ConnectionState {
    /** It has the session's state, and neither the open transaction nor the last statement has used it. */
    IDLE,

    /** The open transaction, or the last statement, has used it. */
    ACTIVE,

    /**
     * A commit left autocommit on, although it is off in the session: nothing is open until it is switched off, which has
     * to be done before the next transaction uses it.
     */
    COMMITTED,

    /** It went back to its pool, or was ended. */
    RELEASED;

    private static final Map<ConnectionState, Set<ConnectionState>> NEXT = Map.of(
            IDLE, Set.of(ACTIVE, COMMITTED, RELEASED),
            ACTIVE, Set.of(IDLE, COMMITTED, RELEASED),
            COMMITTED, Set.of(IDLE, RELEASED),
            RELEASED, Set.of());

    /** The states that may follow this one. */
    Set<ConnectionState> next() {
        return NEXT.getOrDefault(this, Set.of());
    }

    /**
     * Goes over to another state.
     *
     * @return the other one
     * @throws IllegalStateException if that does not follow this one
     */
    ConnectionState to(ConnectionState other) {
        if (!next().contains(other)) {
            throw new IllegalStateException("a connection that is " + this + " cannot become " + other);
        }
        return other;
    }
}
