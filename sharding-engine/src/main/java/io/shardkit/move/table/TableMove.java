package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * One actual table that moves. Immutable. Every step gets nothing else, so that any process can go on with the move.
 *
 * @param id tells the move from others; at most 20 lower-case letters, digits and underscores
 * @param dialect of both databases
 * @param source the database that has the table
 * @param target the database that gets it
 * @param table the name of the table at the source
 * @param fenced the name of the table at the source from the fence on
 * @param published the name of the table at the target in the end, mostly the one that it has at the source
 * @param filled the name of the table at the target until all rows are there
 * @param limits how much and how long at a time
 */
public record TableMove(
        String id,
        Dialect dialect,
        TablePlace source,
        TablePlace target,
        String table,
        String fenced,
        String published,
        String filled,
        MoveLimits limits) {
    private static final Pattern ID = Pattern.compile("[a-z0-9_]{1,20}");

    /** @throws IllegalArgumentException if the id is not as it should be, or two of the names are the same */
    public TableMove {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("The id of a move is 1 to 20 of a-z, 0-9 and _, not '" + id + "'");
        }
        if (table.equalsIgnoreCase(fenced) || published.equalsIgnoreCase(filled)) {
            throw new IllegalArgumentException("The temporary names of " + table + " must differ from its own");
        }
    }

    /** A move with names made of the table's and the move's. */
    public static TableMove of(String id, Dialect dialect, TablePlace source, TablePlace target, String table) {
        return new TableMove(
                id,
                dialect,
                source,
                target,
                table,
                table + "__old_" + id,
                table,
                table + "__new_" + id,
                MoveLimits.DEFAULTS);
    }

    /** Returns the same move to a table of another name. */
    public TableMove to(String name) {
        return new TableMove(id, dialect, source, target, table, fenced, name, name + "__new_" + id, limits);
    }

    /** Returns the same move within other limits. */
    public TableMove within(MoveLimits other) {
        return new TableMove(id, dialect, source, target, table, fenced, published, filled, other);
    }

    /** Returns the name that the table has at the source in this moment. */
    String sourceName(MoveStatements connection) throws SQLException {
        Map<String, String> names = source.names(dialect, connection);
        String away = names.get(fenced.toLowerCase(Locale.ROOT));
        String used = names.get(table.toLowerCase(Locale.ROOT));
        if (away != null && used != null) {
            throw new SQLException("The source has both tables " + table + " and " + fenced
                    + "; drop or rename the one that is not meant");
        }
        if (away != null) {
            return away;
        }
        if (used == null) {
            throw new SQLException("The source has neither table " + table + " nor " + fenced);
        }
        return used;
    }

    /** Returns true if the source has the table, by whichever of its names. */
    boolean isAtSource(MoveStatements connection) throws SQLException {
        Map<String, String> names = source.names(dialect, connection);
        return names.containsKey(fenced.toLowerCase(Locale.ROOT)) || names.containsKey(table.toLowerCase(Locale.ROOT));
    }

    /** Returns the quoted name of the journal. */
    String journal() {
        return source.quoted(dialect, key() + "_j");
    }

    /**
     * Returns a short name of the table within all moves: the beginning of the names of its journal and triggers. At the
     * target it tells tables apart that have the same name at several sources.
     */
    String key() {
        String both = table.equalsIgnoreCase(published) ? table : table + " " + published;
        return "sk_" + id + sum(source.declared(both));
    }

    /** Returns the name of the marker of a fence that gives the table this name at the source. */
    String marker() {
        return key() + sum(fenced);
    }

    private static String sum(String name) {
        CRC32 sum = new CRC32();
        sum.update(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "_%08x", sum.getValue());
    }
}
