package io.shardkit.plan.unique;

import io.shardkit.plan.Calls;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.List;

/**
 * The rows of an upsert or of a MERGE, and what it does where rows of other units have unique keys of them: the row to
 * insert goes there, where its database knows what to do about the other one.
 */
public interface UpsertedRows {
    /** Their table. */
    RoutedTable table();

    /** The unit of each row where no other unit has its keys. */
    int[] homes();

    /** Returns true if existing rows with the keys are deleted, and the rows to insert stay in their home units. */
    boolean replaces();

    /** Returns true if an existing row may have to move to another unit. */
    boolean moves();

    /** Asks each data source where there are rows with the keys, at home or elsewhere; locks nothing. */
    List<KeyLook> looks() throws SQLException;

    /**
     * Decides where the rows go; not of rows that replace others.
     *
     * @param found where there are rows with their keys now
     * @throws SQLException a coded refusal if no database would do what one database with all rows does
     */
    PlacedRows place(List<KeyPlace> found) throws SQLException;

    /**
     * Makes sure that rows of a unit may be written.
     *
     * @throws SQLException a coded refusal if not
     */
    void check(int unit) throws SQLException;

    /**
     * The upsert with its rows in these units.
     *
     * @throws SQLException a coded refusal if rows of one of them may not be written
     */
    Calls in(int[] units) throws SQLException;
}
