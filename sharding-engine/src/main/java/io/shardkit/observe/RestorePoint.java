package io.shardkit.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;

/**
 * A moment at which no commit over several data sources was half done. A copy of each database that stops at the position
 * of its data source has all of such a transaction or none of it.
 *
 * @param name chosen by the user
 * @param madeAt when it was made, by the clock of the database with the tables of the rule
 * @param epoch the epoch of the rule at that moment; copies are to be read by that rule
 * @param held how long commits over several data sources were held for it
 * @param positions how far each data source had written, by its name: a GTID set on MySQL and MariaDB; on
 *     PostgreSQL the LSN of the first record that is not to be applied, with {@code recovery_target_inclusive = off}
 */
public record RestorePoint(
        String name, Instant madeAt, long epoch, Duration held, SortedMap<String, String> positions) {}
