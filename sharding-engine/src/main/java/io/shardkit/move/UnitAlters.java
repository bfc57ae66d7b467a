package io.shardkit.move;

import io.shardkit.move.alter.AlterSql;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.move.table.TargetTables.Definitions;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The actual tables of an ALTER that the databases do in place, while nothing uses them. What was altered is seen by the
 * structure of each table, so that any worker can go on, or undo it. Used by one thread.
 */
final class UnitAlters {
    private static final Logger LOG = LoggerFactory.getLogger(UnitAlters.class);

    private final MoveOperation operation;
    private final List<TableMove> moves;

    /** @param moves of the actual tables, in the order of the units */
    UnitAlters(MoveOperation operation, List<TableMove> moves) {
        this.operation = operation;
        this.moves = List.copyOf(moves);
    }

    /**
     * Alters all tables that are not altered yet; on PostgreSQL all of them or none, unless a database fails while they are
     * committed.
     *
     * @throws SQLException that names a table which cannot be altered
     */
    void run() throws SQLException {
        Map<TablePlace, Definitions> databases = new LinkedHashMap<>();
        try {
            for (TableMove move : moves) {
                if (!databases.containsKey(move.source())) {
                    Definitions database = Definitions.open(move.source(), move.dialect());
                    databases.put(move.source(), database);
                    if (AlterSql.isInTransactions(move.dialect())) {
                        database.begin();
                    }
                }
            }
            for (int i = 0; i < moves.size(); i++) {
                TableMove move = moves.get(i);
                Definitions database = databases.get(move.source());
                if (database != null) {
                    alter(database, move, i);
                }
            }
            for (TableMove move : moves) {
                Definitions database = databases.remove(move.source());
                if (database != null) {
                    try (database) {
                        if (AlterSql.isInTransactions(move.dialect())) {
                            database.commit();
                        }
                    }
                }
            }
        } finally {
            for (Definitions each : databases.values()) {
                each.close();
            }
        }
    }

    private void alter(Definitions database, TableMove move, int unit) throws SQLException {
        try {
            if (isAltered(database.hash(move.fenced()), unit)) {
                return;
            }
            database.execute("ALTER TABLE " + database.quoted(move.fenced()) + " " + operation.clauses()
                    + AlterSql.instant(move.dialect()));
        } catch (SQLException failure) {
            throw named(move, failure);
        }
    }

    /** Returns a failure that names the table, and passes if the other one does. */
    static SQLException named(TableMove move, SQLException failure) {
        String reason = "table " + move + " could not be altered: " + failure.getMessage();
        return Passing.is(failure)
                ? new SQLTransientException(reason, failure.getSQLState(), failure.getErrorCode(), failure)
                : new SQLException(reason, failure.getSQLState(), failure.getErrorCode(), failure);
    }

    private boolean isAltered(String hash, int unit) throws SQLException {
        if (hash.equals(operation.hash(unit, true))) {
            return true;
        }
        if (!hash.equals(operation.hash(unit, false))) {
            throw new SQLException(
                    "its structure was changed since the ALTER was checked: cancel it, and start it anew");
        }
        return false;
    }

    /**
     * Undoes what was altered, where the clauses can be undone.
     *
     * @return the tables that stay altered, in words
     */
    List<String> undo() throws SQLException {
        List<String> left = new ArrayList<>();
        for (int i = 0; i < moves.size(); i++) {
            TableMove move = moves.get(i);
            try (Definitions database = Definitions.open(move.source(), move.dialect())) {
                Map<String, String> names = database.names();
                String name = names.getOrDefault(lower(move.fenced()), names.get(lower(move.table())));
                String hash = name == null ? "" : database.hash(name);
                boolean isAltered = hash.equals(operation.hash(i, true)) && !hash.equals(operation.hash(i, false));
                if (name != null && isAltered && operation.inverse().isEmpty()) {
                    left.add(move.toString());
                } else if (name != null && isAltered) {
                    database.execute("ALTER TABLE " + database.quoted(name) + " " + operation.inverse());
                    LOG.info("Move {}: the ALTER of {} is undone", operation.id(), move);
                }
            }
        }
        return left;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
