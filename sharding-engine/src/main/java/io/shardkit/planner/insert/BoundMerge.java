package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.unique.KeyLook;
import io.shardkit.plan.unique.KeyPlace;
import io.shardkit.plan.unique.MovedRow;
import io.shardkit.plan.unique.PlacedRows;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UpsertedRows;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one execution of a MERGE. Immutable.
 *
 * @param rows the rows
 * @param check what is asked
 * @param writes the MERGE with its rows in other units
 * @param parameters of the execution
 * @param learned what earlier executions found out
 */
record BoundMerge(List<Row> rows, UniqueCheck check, Writes writes, Parameters parameters, Learned learned)
        implements UpsertedRows {

    /**
     * A row.
     *
     * @param keys the unique keys by which it depends on other units
     * @param update how it moves the row that is met elsewhere, or null if it does not
     * @param certain whether it is inserted wherever none is met
     * @param places of the rows that its INSERTs give
     * @param home the unit of the row that is inserted if none is met
     * @param pointed whether ON finds rows there only
     */
    record Row(
            MergeKeys keys,
            @Nullable RowUpdate update,
            boolean certain,
            List<RowRouting> places,
            int home,
            boolean pointed) {

        private void check(int unit) throws SQLException {
            for (RowRouting place : places) {
                place.check(unit);
            }
        }

        /** Returns true if the row depends on which unit has a row with a key. */
        boolean dependsOn(MergeClaim claim) {
            return claim.assigned() || claim.inserted() || !pointed;
        }

        /** Returns true if the row with a key in a unit is the row that ON finds. */
        private boolean finds(MergeClaim claim, int unit) {
            return claim.demanded() && (!pointed || unit == home);
        }
    }

    /** Puts the rows into units. */
    @FunctionalInterface
    interface Writes {
        Calls in(int[] units) throws SQLException;
    }

    /** A key that a row is looked for by. */
    private record Claimed(int row, MergeClaim claim) {}

    @Override
    public RoutedTable table() {
        return check.table();
    }

    @Override
    public int[] homes() {
        return rows.stream().mapToInt(Row::home).toArray();
    }

    @Override
    public boolean replaces() {
        return false;
    }

    @Override
    public boolean moves() {
        return rows.size() == 1 && rows.get(0).update() != null;
    }

    private List<Claimed> claimed() {
        return IntStream.range(0, rows.size())
                .boxed()
                .flatMap(row -> rows.get(row).keys().claims().stream().map(claim -> new Claimed(row, claim)))
                .toList();
    }

    @Override
    public List<KeyLook> looks() throws SQLException {
        KeyLooks looks = new KeyLooks(check, false);
        List<Claimed> claimed = claimed();
        for (int number = 0; number < claimed.size(); number++) {
            MergeClaim claim = claimed.get(number).claim();
            UniqueCheck.Key key = check.keys().get(claim.key());
            List<Object> stored = key.stored(claim.given(parameters));
            if (stored != null) {
                for (int unit : key.units(table(), stored).stream().toArray()) {
                    looks.add(number, key, stored, unit);
                }
            }
        }
        return looks.all();
    }

    /**
     * The rows that share a key with another one of the statement: what one of them does decides what the next one meets.
     */
    private BitSet meeting() throws SQLException {
        Map<List<Object>, Integer> firsts = new HashMap<>();
        BitSet meeting = new BitSet();
        for (Claimed claimed : claimed()) {
            MergeClaim claim = claimed.claim();
            UniqueCheck.Key key = check.keys().get(claim.key());
            List<Object> stored = key.stored(claim.given(parameters));
            if (stored == null) {
                continue;
            }
            Integer first = firsts.putIfAbsent(List.of(claim.key(), key.distinguishing(stored)), claimed.row());
            if (first != null && first != claimed.row()) {
                meeting.set(first);
                meeting.set(claimed.row());
            }
        }
        return meeting;
    }

    /**
     * A row goes to the unit of the one that ON finds by its key, or home.
     *
     * @throws SQLException a coded refusal if a key that a row gets is taken in another unit, or it may not go there
     */
    @Override
    public PlacedRows place(List<KeyPlace> found) throws SQLException {
        int[] units = homes();
        BitSet meeting = meeting();
        BitSet met = new BitSet();
        List<KeyPlace> locked = new ArrayList<>();
        List<Claimed> claimed = claimed();
        for (KeyPlace place : found) {
            int row = claimed.get(place.number()).row();
            Row own = rows.get(row);
            MergeClaim claim = claimed.get(place.number()).claim();
            if (meeting.get(row) && place.unit() != own.home() && own.dependsOn(claim)) {
                throw place.taken();
            }
            if (own.finds(claim, place.unit())) {
                boolean elsewhere = place.unit() != own.home();
                RowUpdate update = own.update();
                MovedRow moved = elsewhere && update != null ? update.bind(parameters, learned) : null;
                if (moved != null) {
                    return new PlacedRows(units, List.of(), moved);
                }
                if ((met.get(row) && units[row] != place.unit())
                        || (elsewhere && !own.keys().follows(check, claim, parameters))) {
                    throw place.taken();
                }
                met.set(row);
                units[row] = place.unit();
                if (elsewhere) {
                    locked.add(place);
                }
            }
        }
        for (KeyPlace place : found) {
            int row = claimed.get(place.number()).row();
            MergeClaim claim = claimed.get(place.number()).claim();
            boolean taken = met.get(row) ? claim.assigned() : claim.inserted();
            if (taken && place.unit() != units[row] && !rows.get(row).finds(claim, place.unit())) {
                boolean fails =
                        rows.size() == 1 && !met.get(row) && rows.get(row).certain();
                throw fails ? check.taken(ErrorCode.DUPLICATE_KEY, place.key(), place.unit()) : place.taken();
            }
        }
        return new PlacedRows(units, locked);
    }

    @Override
    public void check(int unit) throws SQLException {
        for (Row row : rows) {
            row.check(unit);
        }
    }

    @Override
    public Calls in(int[] units) throws SQLException {
        for (int row = 0; row < units.length; row++) {
            rows.get(row).check(units[row]);
        }
        return writes.in(units);
    }
}
