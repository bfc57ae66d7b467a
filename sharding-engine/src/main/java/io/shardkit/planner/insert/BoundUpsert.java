package io.shardkit.planner.insert;

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
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one execution of an upsert. Immutable.
 *
 * @param insert the upsert
 * @param meeting how it meets other rows
 * @param made the keys of the rows, none of which is generated; empty if none can be
 * @param parameters of the execution
 * @param learned what earlier executions found out
 */
record BoundUpsert(
        InsertPlan insert, Meeting meeting, int[] homes, List<Object> made, Parameters parameters, Learned learned)
        implements UpsertedRows {

    @Override
    public RoutedTable table() {
        return insert.table();
    }

    @Override
    public boolean replaces() {
        return meeting.upsert().replaces();
    }

    @Override
    public boolean moves() {
        return !meeting.updates().isEmpty();
    }

    @Override
    public List<KeyLook> looks() throws SQLException {
        RowKeyValues values = meeting.all();
        UniqueCheck check = values.check();
        KeyLooks looks = new KeyLooks(check, replaces());
        for (int row = 0; row < homes.length; row++) {
            for (int number = 0; number < check.keys().size(); number++) {
                UniqueCheck.Key key = check.keys().get(number);
                List<@Nullable Object> given = values.given(row, number, parameters);
                List<Object> stored = given == null ? null : key.stored(given);
                if (stored == null) {
                    continue;
                }
                BitSet units = key.units(table(), stored);
                if (replaces()) {
                    // The database there does it by itself.
                    units.clear(homes[row]);
                }
                for (int unit : units.stream().toArray()) {
                    looks.add(row, key, stored, unit);
                }
            }
        }
        return looks.all();
    }

    /**
     * The unit of each row is that of the rows which have its keys, or its home.
     *
     * @throws SQLException a coded refusal if the keys of a row are taken in two units, of which neither database knows what
     *     one database would do, or if the upsert does not meet the row by that key, or not leave it where it is
     */
    @Override
    public PlacedRows place(List<KeyPlace> found) throws SQLException {
        RowUpdate update = moves() ? update(found) : null;
        MovedRow moved = update == null ? null : update.bind(parameters, learned);
        if (moved != null) {
            return new PlacedRows(homes, List.of(), moved);
        }
        int[] units = homes.clone();
        BitSet met = new BitSet();
        List<KeyPlace> locked = new ArrayList<>();
        for (KeyPlace place : found) {
            int row = place.number();
            boolean first = !met.get(row);
            boolean elsewhere = place.unit() != homes[row];
            boolean apart = !first && !meeting.upsert().skips() && units[row] != place.unit();
            if (apart || (elsewhere && !meeting.isBy(place.key()))) {
                throw place.taken();
            }
            if (first) {
                met.set(row);
                units[row] = place.unit();
                if (elsewhere) {
                    locked.add(place);
                }
            }
        }
        return new PlacedRows(units, locked);
    }

    /**
     * Returns the update that moves the row that has keys of the single inserted row to the latter's home, or null if
     * that row does not move.
     */
    private @Nullable RowUpdate update(List<KeyPlace> found) {
        Set<Integer> units = found.stream().map(KeyPlace::unit).collect(Collectors.toSet());
        Set<List<String>> keys =
                found.stream().map(place -> place.key().names()).collect(Collectors.toSet());
        return units.size() == 1 && !units.contains(homes[0]) ? meeting.move(keys) : null;
    }

    @Override
    public void check(int unit) throws SQLException {
        insert.places().check(unit);
    }

    @Override
    public Calls in(int[] units) throws SQLException {
        return insert.in(units, made);
    }
}
