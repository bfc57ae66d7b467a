package io.shardkit.move;

import io.shardkit.move.table.Copy;
import io.shardkit.move.table.Extras;
import io.shardkit.move.table.Follow;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.Journal;
import io.shardkit.move.table.MoveTarget;
import io.shardkit.move.table.Progress;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TargetTables;
import io.shardkit.move.table.Throttle;
import io.shardkit.move.table.Verify;
import io.shardkit.move.table.Verify.Difference;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of one unit on their way to the next switch, held by one worker. Not thread-safe. */
final class UnitRows {
    private static final Logger LOG = LoggerFactory.getLogger(UnitRows.class);

    /** Number of comparisons after which a table that still differs is given up. */
    private static final int COMPARISONS = 5;

    /** Number of differences that one comparison finds. */
    private static final int DIFFERENCES = 1_000;

    /** Number of entries of the journal with which a switch may begin. */
    private static final int FEW = 200;

    private final TableMove move;
    private final Progress progress;
    private final Copy copy;
    private final Follow follow;
    private final Verify verify;
    private final boolean isNew;
    private boolean isKeyed;

    private UnitRows(TableMove move, Progress progress, boolean isNew) {
        this.isNew = isNew;
        this.move = move;
        this.progress = progress;
        this.copy = new Copy(move, progress);
        this.follow = new Follow(move, progress);
        this.verify = new Verify(move, progress);
    }

    /** Takes the rows over from any other worker, once target and journal are made. */
    static UnitRows taken(TableMove move) throws SQLException {
        return new UnitRows(move, Progress.take(move), false);
    }

    /**
     * Makes target and journal, as far as they are not there, and takes the rows over.
     *
     * @param waiting told of the sessions that hold the table for some time
     */
    static UnitRows prepared(TableMove move, Consumer<List<String>> waiting) throws SQLException {
        new TargetTables(move).create();
        boolean isNew = new Journal(move, waiting).create();
        return new UnitRows(move, Progress.take(move), isNew);
    }

    /** Returns the same rows, held by the same worker, when the table is to have other names. */
    UnitRows of(TableMove same) {
        return new UnitRows(same, progress.of(same), false);
    }

    /** Returns true if changes of the rows may have gone by that the journal does not tell of. */
    boolean isNew() {
        return isNew;
    }

    /** Returns true if no other comparison of all rows is needed for the last changes to be quick. */
    boolean isVerified() throws SQLException {
        return verify.isRecent();
    }

    /** Prepares the way back, before rows are written at the target: journal, and a target that has all rows. */
    static void openWayBack(TableMove back) throws SQLException {
        new Journal(back).create();
        taken(back).copy.adopt();
    }

    TableMove move() {
        return move;
    }

    Copy.Copied copySome(int most) throws SQLException {
        return copy.some(most);
    }

    /** Follows what there is to follow, at most so many steps. */
    long followSome(int steps) throws SQLException {
        long followed = 0;
        for (int i = 0; i < steps; i++) {
            int some = follow.next();
            if (some == 0) {
                break;
            }
            followed += some;
        }
        return followed;
    }

    /** Follows until few changes are left; says so if more are made than can be followed. */
    Follow.CatchUp catchUp() throws SQLException {
        return follow.catchUp(FEW);
    }

    Journal.Length journal() throws SQLException {
        return new Journal(move).length();
    }

    /**
     * Compares all rows, and copies again what differs, until nothing does.
     *
     * @return the number of rows that differed
     * @throws SQLException if rows still differ after some comparisons
     */
    long verify(Throttle throttle) throws SQLException {
        long repaired = 0;
        for (int i = 0; ; i++) {
            Verify.Verified verified = verify.all(DIFFERENCES, throttle);
            List<Difference> differences = verified.differences();
            if (differences.isEmpty()) {
                return repaired;
            }
            if (i == COMPARISONS) {
                throw new SQLException("Source and target of " + move.table() + " still differ after " + COMPARISONS
                        + " comparisons: " + differences.get(0));
            }
            repair(differences);
            repaired += differences.size();
        }
    }

    /** Returns the rows of sources that share their targets, together. */
    static List<List<UnitRows>> sharing(List<UnitRows> all) {
        Map<List<MoveTarget>, List<UnitRows>> groups = new LinkedHashMap<>();
        all.forEach(rows -> groups.computeIfAbsent(rows.move.targets(), any -> new ArrayList<>())
                .add(rows));
        return groups.values().stream()
                .filter(group -> group.size() > 1 || group.get(0).isOfEntries())
                .toList();
    }

    /**
     * Removes rows of targets that no source has.
     *
     * @param shared the rows of all sources of the same targets
     * @return their number
     * @throws SQLException if there still are some after some attempts
     */
    static long removeExtras(List<UnitRows> shared, Throttle throttle) throws SQLException {
        Extras extras = new Extras(
                shared.stream().map(rows -> rows.move).toList(),
                shared.stream().map(rows -> rows.verify).toList());
        long removed = 0;
        for (int i = 0; ; i++) {
            Map<Integer, List<Difference>> found = extras.find(DIFFERENCES, throttle);
            if (found.isEmpty()) {
                return removed;
            }
            if (i == COMPARISONS) {
                throw new SQLException(
                        "Sources and targets still differ after " + COMPARISONS + " comparisons: " + found);
            }
            for (Map.Entry<Integer, List<Difference>> each : found.entrySet()) {
                shared.get(each.getKey()).repair(each.getValue());
                removed += each.getValue().size();
            }
        }
    }

    private void repair(List<Difference> differences) throws SQLException {
        LOG.warn(
                "Move {}: {} rows of {} differed at the target and are copied again; the first: {}",
                move.id(),
                differences.size(),
                move.table(),
                differences.get(0));
        verify.repair(differences.stream().map(Difference::key).toList());
    }

    Progress progress() {
        return progress;
    }

    /** Looks for foreign keys that are to be made while transactions wait. */
    void lookFor(ForeignKeys foreignKeys) throws SQLException {
        isKeyed = !isOfEntries() && foreignKeys.isKeyed(move);
    }

    /** Returns true if {@link #lookFor} has found some. */
    boolean isKeyed() {
        return isKeyed;
    }

    void makeForeignKeys(ForeignKeys foreignKeys) throws SQLException {
        foreignKeys.create(move, progress);
    }

    /** Drops the foreign keys of the target, as rows come to it one after the other. */
    void dropForeignKeys() throws SQLException {
        if (!isOfEntries()) {
            ForeignKeys.drop(move, progress);
        }
    }

    /** Returns true if what is made is a lookup table, which has no foreign keys, and is one of several sources. */
    private boolean isOfEntries() {
        return move.placement().entries() != null;
    }
}
