package io.shardkit.differential.write;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresqlMoveIT extends MoveContract {
    PostgresqlMoveIT() {
        super(TestDatabase.POSTGRESQL);
    }

    /** jOOQ assigns rows so. */
    @Test
    void assignsRows() throws SQLException {
        same("UPDATE account SET (note, version) = ROW(?, ?) WHERE id > 0", "all", 3);
        for (int owner : new int[] {2, 1, 8}) {
            same("UPDATE account SET (owner, note) = ROW(?, ?) WHERE id = ?", owner, "of " + owner, 4L);
            same("UPDATE account SET (owner, note) = (?, ?) WHERE id = ?", owner + 1, "of " + owner, 5L);
        }
        same("UPDATE account SET (note) = ROW('one'), version = 1 WHERE id = 3 AND owner = 1");
    }
}
