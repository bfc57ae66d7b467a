package io.shardkit.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a worker id that a key generator of this process leases.
 *
 * @param generator the name under which the generator is configured
 * @param table the data source and the table that it is leased from
 * @param worker the worker id, or null if none is held
 * @param owner the owner's name in the table; empty if none is held
 * @param renewed the time it was last taken or renewed, by the clock of this process, or null if none is held
 * @param until the time when this process stops making keys unless it is renewed before; a little before it is over in
 *     the database. Null if none is held
 * @param failing whether it could not be taken or renewed when that was last tried
 */
public record LeaseState(
        String generator,
        String table,
        @Nullable Integer worker,
        String owner,
        @Nullable Instant renewed,
        @Nullable Instant until,
        boolean failing) {}
