package io.shardkit.move.table;

import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.Alteration;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One actual table whose rows move, to one other table or to several. Immutable. Every step gets nothing else, so that any process can go on with the move.
 *
 * @param id tells the move from others; at most 20 lower-case letters, digits and underscores
 * @param dialect of all databases
 * @param source the database that has the table
 * @param table the name of the table at the source
 * @param fenced the name of the table at the source from the fence on
 * @param targets the tables that get its rows; at least one
 * @param placement tells which of them gets which row
 * @param limits how much and how long at a time
 * @param alteration how the target differs from the source; null if they are alike
 */
public record TableMove(
        String id,
        Dialect dialect,
        TablePlace source,
        String table,
        String fenced,
        List<MoveTarget> targets,
        Placement placement,
        MoveLimits limits,
        @Nullable Alteration alteration) {
    private static final Pattern ID = Pattern.compile("[a-z0-9_]{1,20}");

    /** @throws IllegalArgumentException if the id is not as it should be, or two of the names are the same */
    public TableMove {
        targets = List.copyOf(targets);
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("The id of a move is 1 to 20 of a-z, 0-9 and _, not '" + id + "'");
        }
        if (table.equalsIgnoreCase(fenced)) {
            throw new IllegalArgumentException("The temporary name of " + table + " must differ from its own");
        }
    }

    /** A move between tables that are alike. */
    public TableMove(
            String id,
            Dialect dialect,
            TablePlace source,
            String table,
            String fenced,
            List<MoveTarget> targets,
            Placement placement,
            MoveLimits limits) {
        this(id, dialect, source, table, fenced, targets, placement, limits, null);
    }

    /** A move with names made of the table's and the move's. */
    public static TableMove of(String id, Dialect dialect, TablePlace source, TablePlace target, String table) {
        return new TableMove(
                id,
                dialect,
                source,
                table,
                table + "__old_" + id,
                List.of(new MoveTarget(target, table, table + "__new_" + id)),
                Placement.WHOLE,
                MoveLimits.DEFAULTS);
    }

    /** Returns the same move to a table of another name. */
    public TableMove to(String name) {
        return to(List.of(new MoveTarget(target().place(), name, name + "__new_" + id)), Placement.WHOLE);
    }

    /** Returns the same move to other tables. */
    public TableMove to(List<MoveTarget> others, Placement placing) {
        return new TableMove(id, dialect, source, table, fenced, others, placing, limits, alteration);
    }

    /** Returns the move in the opposite direction, of a table with one target. */
    public TableMove reversed() {
        return new TableMove(
                id,
                dialect,
                target().place(),
                target().published(),
                target().filled(),
                List.of(new MoveTarget(source, table, fenced)),
                placement,
                limits);
    }

    /** Returns the move of another source of the same targets. */
    TableMove of(Placement.Source other) {
        return new TableMove(
                other.id(),
                dialect,
                other.place(),
                other.table(),
                other.fenced(),
                targets,
                placement,
                limits,
                alteration);
    }

    /** Returns the first target, which is the only one of a table that moves as a whole. */
    public MoveTarget target() {
        return targets.get(0);
    }

    /** Returns the databases that have targets, each once. */
    List<TablePlace> places() {
        return targets.stream().map(MoveTarget::place).distinct().toList();
    }

    /** Returns the same move within other limits. */
    public TableMove within(MoveLimits other) {
        return new TableMove(id, dialect, source, table, fenced, targets, placement, other, alteration);
    }

    /** Returns the same move to or from an altered table. */
    public TableMove with(Alteration altering) {
        return new TableMove(id, dialect, source, table, fenced, targets, placement, limits, altering);
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
        String published = target().published();
        boolean isRenamed = targets.size() == 1 && !table.equalsIgnoreCase(published);
        String both = isRenamed ? table + " " + published : table;
        return "sk_" + id + sum(source.declared(both));
    }

    /** Returns the name of the marker of a fence that gives the table this name at the source. */
    String marker() {
        return key() + sum(fenced);
    }

    @Override
    public String toString() {
        return source.named(table);
    }

    private static String sum(String name) {
        CRC32 sum = new CRC32();
        sum.update(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "_%08x", sum.getValue());
    }
}
