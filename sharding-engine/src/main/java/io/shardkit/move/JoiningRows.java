package io.shardkit.move;

import io.shardkit.move.table.CopiedRows;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.Throttle;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of broadcast tables on their way to data sources that join the rule, held by one worker. Which tables the move
 * makes or fills is written with it before any of them is touched. Not thread-safe.
 */
final class JoiningRows {
    private static final Logger LOG = LoggerFactory.getLogger(JoiningRows.class);

    /** Number of differing rows with which a switch may begin. */
    private static final int FEW = 100;

    private final MoveLease lease;
    private final UnitTables tables;
    private final Rules rules;
    private List<CopiedRows> rows = List.of();

    /** Gives the newest rule. */
    @FunctionalInterface
    interface Rules {
        ShardMap newest() throws SQLException;
    }

    JoiningRows(MoveLease lease, UnitTables tables, Rules rules) {
        this.lease = lease;
        this.tables = tables;
        this.rules = rules;
    }

    private JoiningCopies copies() throws SQLException {
        return JoiningCopies.of(tables, rules.newest(), lease.operation());
    }

    /**
     * Makes the tables that a data source lacks which joins, and copies rows until few differ.
     *
     * @param interrupted tells whether to leave it
     */
    void copy(Throttle throttle, BooleanSupplier interrupted) throws SQLException {
        JoiningCopies copies = copies().copying();
        rows = List.of();
        if (copies.joining().isEmpty()
                || copies.copied().isEmpty()
                || !lease.save(operation -> operation.copying(copies.copied()))) {
            return;
        }
        List<CopiedRows> taken = taken();
        // Another worker that holds the move by now takes the rows after this one, or has done so before.
        if (lease.state() == null) {
            return;
        }
        for (CopiedRows each : taken) {
            each.prepare();
        }
        long before = Long.MAX_VALUE;
        long differing = equalize(taken, throttle, interrupted);
        // The switch copies the rest, if as much is written meanwhile.
        while (differing > FEW && differing <= before / 2 && !interrupted.getAsBoolean()) {
            before = differing;
            differing = equalize(taken, throttle, interrupted);
        }
        rows = taken;
    }

    private long equalize(List<CopiedRows> all, Throttle throttle, BooleanSupplier interrupted) throws SQLException {
        long differing = 0;
        for (CopiedRows each : all) {
            differing += each.equalize(throttle, interrupted);
        }
        LOG.info(
                "Move {}: {} rows of broadcast tables were copied",
                lease.operation().id(),
                differing);
        return differing;
    }

    /**
     * Keeps all from writing broadcast tables, compares those that were there, and copies the last rows to the others; returns
     * why a data source cannot join, or an empty text.
     *
     * @param locks holds what it takes
     * @param holders gets those who hold the tables, in words
     */
    String finish(TableCopy.Locks locks, List<String> holders) throws SQLException {
        JoiningCopies copies = copies();
        String why = copies.lock(locks, holders);
        if (why.isEmpty() && !copies.joining().isEmpty()) {
            why = rows.size() < copies.copied().size()
                    ? "broadcast tables " + copies.copied() + " are not copied yet"
                    : String.join("; ", copies.differences());
            ForeignKeys foreignKeys = copies.foreignKeys();
            for (CopiedRows each : rows) {
                why = why.isEmpty() ? each.finish(foreignKeys) : why;
            }
        }
        return why;
    }

    /** Drops the tables that were made, and empties those that were filled: no data source joins. */
    void undo() throws SQLException {
        List<CopiedRows> taken = taken();
        for (CopiedRows each : taken) {
            each.dropForeignKeys();
        }
        for (CopiedRows each : taken) {
            each.undo();
        }
        forget();
    }

    /**
     * Leaves the tables to those who use them, once they are used.
     *
     * @return the statements by which the database is to be told that foreign keys hold for all rows, as far as they failed
     */
    List<String> release() throws SQLException {
        List<CopiedTable> copied = lease.operation().copied();
        List<String> failed = new ForeignKeys(copied.stream()
                        .filter(CopiedTable::made)
                        .map(each -> tables.copy(lease.operation().id(), each).reversed())
                        .toList())
                .validate();
        for (CopiedRows each : taken()) {
            each.release();
        }
        forget();
        return failed;
    }

    private List<CopiedRows> taken() throws SQLException {
        List<CopiedRows> taken = new ArrayList<>();
        for (CopiedTable each : lease.operation().copied()) {
            taken.add(CopiedRows.taken(tables.copy(lease.operation().id(), each), each.made()));
        }
        return taken;
    }

    private void forget() throws SQLException {
        rows = List.of();
        lease.save(operation -> operation.copying(List.of()));
    }
}
