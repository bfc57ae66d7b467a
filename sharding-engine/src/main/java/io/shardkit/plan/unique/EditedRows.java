package io.shardkit.plan.unique;

import io.shardkit.plan.CallEdit;
import io.shardkit.plan.Calls;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.List;

/** The same rows in calls that are edited. */
record EditedRows(UpsertedRows rows, CallEdit edit) implements UpsertedRows {
    @Override
    public RoutedTable table() {
        return rows.table();
    }

    @Override
    public int[] homes() {
        return rows.homes();
    }

    @Override
    public boolean replaces() {
        return rows.replaces();
    }

    @Override
    public boolean moves() {
        return rows.moves();
    }

    @Override
    public List<KeyLook> looks() throws SQLException {
        return rows.looks();
    }

    @Override
    public PlacedRows place(List<KeyPlace> found) throws SQLException {
        return rows.place(found);
    }

    @Override
    public void check(int unit) throws SQLException {
        rows.check(unit);
    }

    @Override
    public Calls in(int[] units) throws SQLException {
        return rows.in(units).edited(edit);
    }
}
