package io.shardkit.move;

import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.TableMove;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Estimates how many rows of a table go where, from samples of its sources. Not thread-safe. */
final class ReshardPlan {
    private static final int MOST_ROWS = 1_000;
    private static final int LEAST_ROWS = 50;

    /** Rows that are read of all sources of a table together, as far as each of them gets the least number. */
    private static final int ROWS_OF_TABLE = 16_000;

    private final TableChange change;
    private final double[] targets;
    private long rows;
    private long bytes;
    private double staying;
    private long sampled;

    ReshardPlan(TableChange change) {
        this.change = change;
        this.targets = new double[change.to().size()];
    }

    /**
     * Adds a source.
     *
     * @return a row that has no place by the wanted rule, or that the present one does not look for there, in words; empty if
     *     none was seen
     */
    String add(int source, TableMove move, MoveCheck.Checked checked) throws SQLException {
        int most = Math.min(
                MOST_ROWS, Math.max(LEAST_ROWS, ROWS_OF_TABLE / change.from().size()));
        MoveCheck.RowSample sample = MoveCheck.RowSample.read(move, most);
        long all = sample.isWhole() ? sample.rows() : Math.max(sample.rows(), checked.rows());
        rows += all;
        bytes += checked.bytes();
        sampled += sample.rows();
        String from = change.from().get(source).dataSource();
        for (int target = 0; target < targets.length; target++) {
            double share =
                    sample.rows() == 0 ? 0 : (double) all * sample.targets().get(target) / sample.rows();
            targets[target] += share;
            staying += change.to().get(target).dataSource().equals(from) ? share : 0;
        }
        return sample.problem();
    }

    MoveReport.TablePlan report(String before, String after) {
        List<MoveReport.Target> reported = new ArrayList<>();
        for (int target = 0; target < targets.length; target++) {
            reported.add(new MoveReport.Target(change.to().get(target).toString(), Math.round(targets[target])));
        }
        return new MoveReport.TablePlan(
                change.table(), before, after, rows, bytes, Math.round(staying), reported, sampled);
    }
}
