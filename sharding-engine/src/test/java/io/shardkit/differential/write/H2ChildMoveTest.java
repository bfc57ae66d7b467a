package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class H2ChildMoveTest extends ChildMoveContract {
    H2ChildMoveTest() {
        super(TestDatabase.H2);
    }

    /** The copy is made of what the catalog tells of the columns. */
    @Test
    void whatFillsColumnsFillsThoseOfTheCopy() throws SQLException {
        onEach("CREATE DOMAIN label AS VARCHAR(9) DEFAULT 'dom' CHECK (VALUE <> 'bad')");
        same("ALTER TABLE child ADD COLUMN state VARCHAR(9) DEFAULT 'new' ON UPDATE 'changed'");
        same("ALTER TABLE child ADD COLUMN tag label");
        same("ALTER TABLE child ADD COLUMN level INT DEFAULT 5 DEFAULT ON NULL");
        same("ALTER TABLE child ADD COLUMN rate NUMERIC(9, 3) DEFAULT 1.5");
        same("ALTER TABLE child ADD COLUMN thrice INT GENERATED ALWAYS AS (level * 3)");
        String rows = "SELECT id, owner, parent, twice, state, tag, level, rate, thrice FROM child ORDER BY id";
        for (int owner = 0; owner < 5; owner++) {
            assertThat(same(
                            "UPDATE child SET owner = ?, tag = DEFAULT, level = NULL, version = twice + thrice + 1,"
                                    + " rate = rate / 7 WHERE id = ?",
                            owner,
                            2))
                    .isEqualTo(1);
            sameAnswer(rows);
        }
    }
}
