package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Calls;
import io.shardkit.plan.Learned;
import io.shardkit.plan.unique.KeyLook;
import io.shardkit.plan.unique.KeyPlace;
import io.shardkit.plan.unique.MovedRow;
import io.shardkit.plan.unique.PlacedRows;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniqueClaims;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.plan.unique.UpsertedRows;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one execution of an upsert or of a MERGE. Immutable.
 *
 * @param rows the rows
 * @param meeting how they meet other rows
 * @param places of the rows that are inserted
 * @param writes the statement with its rows in other units
 * @param parameters of the execution
 * @param learned what earlier executions found out
 */
record BoundUpsert(
        List<Row> rows, Meeting meeting, List<RowRouting> places, Writes writes, Parameters parameters, Learned learned)
        implements UpsertedRows {

    /**
     * A row.
     *
     * @param claims the unique keys by which it depends on other units
     * @param home the unit of the row that is inserted if none is met
     * @param pointed whether rows are met there only
     * @param certain whether it is inserted wherever none is met
     */
    record Row(List<KeyClaim> claims, int home, boolean pointed, boolean certain) {

        /** Returns true if the row depends on which unit has a row with a key. */
        private boolean dependsOn(KeyClaim claim) {
            return claim.assigned() || claim.inserted() || !pointed;
        }

        /** Returns true if the row with a key in a unit is met. */
        private boolean meets(KeyClaim claim, int unit) {
            return claim.met() && (!pointed || unit == home);
        }
    }

    /** Puts the rows into units. */
    @FunctionalInterface
    interface Writes {
        Calls in(int[] units) throws SQLException;
    }

    /** A key that a row is looked for by. */
    private record Claimed(int row, KeyClaim claim) {}

    /**
     * Returns what other units are asked before rows are written.
     *
     * @throws SQLException a coded refusal if rows of two units may have the same key
     */
    static UniquenessProbe.All questions(UniqueCheck check, List<Row> rows, Parameters parameters, Learned learned)
            throws SQLException {
        UniqueClaims claims = new UniqueClaims(check, learned.parallelismOfQuestions());
        for (Row row : rows) {
            for (KeyClaim claim : row.claims()) {
                List<@Nullable Object> given = row.dependsOn(claim) ? claim.given(parameters) : null;
                if (given != null) {
                    claims.add(claim.key(), row.home(), given);
                }
            }
        }
        return claims.questions();
    }

    private UniqueCheck check() {
        return meeting.all().check();
    }

    @Override
    public RoutedTable table() {
        return check().table();
    }

    @Override
    public int[] homes() {
        return rows.stream().mapToInt(Row::home).toArray();
    }

    @Override
    public boolean replaces() {
        return meeting.upsert().replaces();
    }

    @Override
    public boolean moves() {
        return !meeting.updates().isEmpty();
    }

    private List<Claimed> claimed() {
        return IntStream.range(0, rows.size())
                .boxed()
                .flatMap(row -> rows.get(row).claims().stream().map(claim -> new Claimed(row, claim)))
                .toList();
    }

    @Override
    public List<KeyLook> looks() throws SQLException {
        KeyLooks looks = new KeyLooks(check(), replaces());
        List<Claimed> claimed = claimed();
        for (int number = 0; number < claimed.size(); number++) {
            KeyClaim claim = claimed.get(number).claim();
            UniqueCheck.Key key = check().keys().get(claim.key());
            List<Object> stored = claim.stored(check(), parameters);
            if (stored == null) {
                continue;
            }
            BitSet units = key.units(table(), stored);
            if (replaces()) {
                // The database there does it by itself.
                units.clear(rows.get(claimed.get(number).row()).home());
            }
            for (int unit : units.stream().toArray()) {
                looks.add(number, key, stored, unit);
            }
        }
        return looks.all();
    }

    /**
     * The rows of a MERGE that share a key with another one of the statement: what one of them does decides what the next
     * one meets.
     */
    private BitSet sharing(List<Claimed> claimed) throws SQLException {
        Map<List<Object>, Integer> firsts = new HashMap<>();
        BitSet sharing = new BitSet();
        for (Claimed each : claimed) {
            KeyClaim claim = each.claim();
            List<Object> stored = claim.stored(check(), parameters);
            if (stored == null) {
                continue;
            }
            List<Object> known = check().keys().get(claim.key()).distinguishing(stored);
            Integer first = firsts.putIfAbsent(List.of(claim.key(), known), each.row());
            if (first != null && first != each.row()) {
                sharing.set(first);
                sharing.set(each.row());
            }
        }
        return sharing;
    }

    /**
     * The unit of each row is that of the row which it meets by a key, or its home.
     *
     * @throws SQLException a coded refusal if the keys of a row are taken in two units, of which neither database knows what
     *     one database would do, or if the row may not go to the unit of the one that it meets
     */
    @Override
    public PlacedRows place(List<KeyPlace> found) throws SQLException {
        List<Claimed> claimed = claimed();
        RowUpdate update = moves() ? update(found, claimed) : null;
        MovedRow moved = update == null ? null : update.bind(parameters, learned);
        if (moved != null) {
            return new PlacedRows(homes(), List.of(), moved);
        }
        int[] units = homes();
        BitSet sharing = meeting.upsert().merges() ? sharing(claimed) : new BitSet();
        BitSet met = new BitSet();
        List<KeyPlace> locked = new ArrayList<>();
        for (KeyPlace place : found) {
            Claimed by = claimed.get(place.number());
            Row row = rows.get(by.row());
            boolean elsewhere = place.unit() != row.home();
            if (elsewhere && sharing.get(by.row()) && row.dependsOn(by.claim())) {
                throw place.taken();
            }
            if (!row.meets(by.claim(), place.unit())) {
                continue;
            }
            boolean first = !met.get(by.row());
            boolean apart = !first && !meeting.upsert().skips() && units[by.row()] != place.unit();
            if (apart || (elsewhere && !by.claim().follows(check(), parameters))) {
                throw place.taken();
            }
            if (first) {
                met.set(by.row());
                units[by.row()] = place.unit();
                if (elsewhere) {
                    locked.add(place);
                }
            }
        }
        for (KeyPlace place : found) {
            Claimed by = claimed.get(place.number());
            Row row = rows.get(by.row());
            boolean isMet = met.get(by.row());
            boolean writes = isMet ? by.claim().assigned() : by.claim().inserted();
            if (writes && place.unit() != units[by.row()] && !row.meets(by.claim(), place.unit())) {
                boolean fails = rows.size() == 1 && !isMet && row.certain();
                throw fails ? check().taken(ErrorCode.DUPLICATE_KEY, place.key(), place.unit()) : place.taken();
            }
        }
        return new PlacedRows(units, locked);
    }

    /**
     * Returns the update that moves the row which the single row meets to the latter's home, or null if that row does not
     * move.
     */
    private @Nullable RowUpdate update(List<KeyPlace> found, List<Claimed> claimed) {
        Set<Integer> units = new HashSet<>();
        Set<List<String>> keys = new HashSet<>();
        for (KeyPlace place : found) {
            if (rows.get(0).meets(claimed.get(place.number()).claim(), place.unit())) {
                units.add(place.unit());
                keys.add(place.key().names());
            }
        }
        return units.size() == 1 && !units.contains(rows.get(0).home()) ? meeting.move(keys) : null;
    }

    @Override
    public void check(int unit) throws SQLException {
        for (RowRouting place : places) {
            place.check(unit);
        }
    }

    @Override
    public Calls in(int[] units) throws SQLException {
        for (int unit : units) {
            check(unit);
        }
        return writes.in(units);
    }
}
