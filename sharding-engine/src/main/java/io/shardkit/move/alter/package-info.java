/**
 * Reads what an ALTER TABLE does with the columns of a table: its clauses, the columns that the tables before and after it
 * have in common, and the conversions between them. Imports {@code sql.text}, {@code rule} and what they may import.
 */
@NullMarked
@API(status = API.Status.INTERNAL)
package io.shardkit.move.alter;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
