package io.shardkit.move;

import org.apiguardian.api.API;

/**
 * A table whose rows the wanted rule has elsewhere. Immutable.
 *
 * @param table the logical table
 * @param from where its rows are, in words
 * @param to where they are to be, in words
 */
@API(status = API.Status.EXPERIMENTAL)
public record WantedTable(String table, String from, String to) {}
