package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Upserts;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class H2MergeIntoTest extends MergeIntoContract {
    H2MergeIntoTest() {
        super(TestDatabase.H2);
    }

    @Test
    void mergesByKey() throws SQLException {
        for (int i = 0; i < 2; i++) {
            same("MERGE INTO task (id, owner, status) KEY (id, owner) VALUES (?, ?, ?)", 50L, 3, "k" + i);
            same("merge into task(owner, id, priority) key(id, owner) values(2, 51, 4)");
            same("MERGE INTO kind (code, title, made) KEY (code) VALUES (7, ?, '2026-01-01 00:00:00')", "k" + i);
        }
        for (int i = 0; i < 2; i++) {
            same("MERGE INTO job (id, owner, status) KEY (id) VALUES (?, ?, ?)", 50L, 2 * i, "k" + i);
        }
        for (int i = 0; i < 6; i++) {
            same("MERGE INTO job (status, id, owner) KEY (id) VALUES (?, ?, ?)", "m" + i, 50L, i % 4);
            same("MERGE INTO job KEY (id) VALUES (51, " + i % 3 + ", 'x', " + i + ", 0)");
        }
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, "MERGE INTO job (id, owner) KEY (id) VALUES (50, 2), (53, 1)");
        for (int i = 0; i < 2; i++) {
            same(
                    "merge into \"job\" using (select 1 \"one\") on (\"job\".\"id\" = cast(? as bigint))"
                            + " when matched then update set \"status\" = ?"
                            + " when not matched then insert (\"id\", \"owner\") values (?, ?)",
                    60L,
                    "one" + i,
                    60L,
                    1);
        }
        refused(ErrorCode.INSERT_FORM, "MERGE INTO task (id, owner) KEY (id) VALUES (50, 4)");
        refused(ErrorCode.INSERT_WITHOUT_KEY, "MERGE INTO task (id, status) KEY (id) VALUES (50, 'x')");
        for (int i = 0; i < 2; i++) {
            same(
                    "MERGE INTO task (id, owner, status) KEY (id, owner) VALUES (50, 3, 'a'), (51, 2, NULL), (?, ?, ?),"
                            + " (50, 3, 'last')",
                    52L,
                    1,
                    "p" + i);
            same("MERGE INTO job (id, owner, status) KEY (id) VALUES (80, 1, 'a" + i
                    + "'), (81, 2, 'b'), (82, 1, 'c')");
            same("MERGE INTO kind (code, title, made) KEY (code) VALUES (21, 'a', NULL), (22, 'b" + i + "', NULL)");
        }
        refused(ErrorCode.UNIQUE_KEY_ELSEWHERE, "MERGE INTO job (id, owner) KEY (id) VALUES (80, 2), (83, 1)");
        same("MERGE INTO task KEY (id, owner) VALUES (50, 3, 'x', 1, 1)");
        refused(ErrorCode.BROADCAST_WRITE, "MERGE INTO kind (code, title) KEY (code) VALUES (8, 'x')");
        refused(
                ErrorCode.BROADCAST_WRITE,
                "MERGE INTO kind (code, title, made) KEY (code) VALUES (8, 'x', CURRENT_TIMESTAMP)");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomRowsAreMergedByKeyAsInOneDatabase(boolean checked) throws SQLException {
        Map<String, Integer> ends = merged(
                checked,
                600,
                (random, number) -> "MERGE INTO account (id, owner, email, note) KEY (id) VALUES "
                        + rows(random, number, checked, 1 + random.nextInt(3), 4 + number % 8));
        assertThat(ends.get("done")).isGreaterThan(Effort.of(60));
    }

    /**
     * Checks that rows are refused if the first row deletes what the second would meet: the second would be inserted
     * where no search looks for it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesRowsThatMeetEachOtherElsewhere(boolean checked) throws SQLException {
        try (UpsertFixture accounts = new UpsertFixture(TestDatabase.H2)) {
            DataSource engine = accounts.engine(Upserts.CHECK, checked);
            accounts.same(engine, "INSERT INTO account (id, owner, email) VALUES (11, 1, 'e1'), (13, 1, 'e13')");
            String sql = "MERGE INTO account t USING (VALUES (11, 0, 'e9'), (11, 0, 'e10')) AS s (id, owner, email)"
                    + " ON t.id = s.id WHEN MATCHED THEN DELETE"
                    + " WHEN NOT MATCHED THEN INSERT (id, owner, email) VALUES (s.id, s.owner, s.email)";
            accounts.refused(engine, ErrorCode.UNIQUE_KEY_ELSEWHERE, sql);
            accounts.same(engine, sql.replace(", 0, 'e", ", 1, 'e"));
        }
    }

    /**
     * Checks that rows are refused if the key that a row demands, one of two unique keys, depends on the values that are
     * known of the row.
     */
    @Test
    void refusesRowsThatDemandOneOfTwoKeys() throws SQLException {
        try (UpsertFixture accounts = new UpsertFixture(TestDatabase.H2)) {
            DataSource engine = accounts.engine();
            UpsertFixture.run(engine, "INSERT INTO account (id, owner, email) VALUES (4, 2, '7')");
            for (String sql : new String[] {
                "MERGE INTO account (id, owner, email, note) KEY (id, email)"
                        + " VALUES (3, 2, 'it''s', 'n'), (4, 1, '7', 'n')",
                "MERGE INTO account t USING (VALUES (3, 1, 'a', 'b'), (4, 1, '7', '7'), (8, 2, '12', '12')) AS s"
                        + " (id, owner, email, nemail) ON t.id = s.id AND t.email = s.email"
                        + " WHEN MATCHED THEN UPDATE SET email = s.nemail"
                        + " WHEN NOT MATCHED THEN INSERT (id, owner, email) VALUES (s.id, s.owner, s.email)"
            }) {
                UpsertFixture.assertRefused(
                        ErrorCode.INSERT_FORM, catchThrowable(() -> UpsertFixture.run(engine, sql)));
            }
            assertThat(WriteFixture.rows(engine, "SELECT id, owner FROM account"))
                    .isEqualTo(List.of(List.of("4", "2")));
        }
    }
}
