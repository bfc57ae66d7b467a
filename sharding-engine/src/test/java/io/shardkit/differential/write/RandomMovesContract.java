package io.shardkit.differential.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.differential.Seeds;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.MovingUpdates;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random UPDATEs that give rows other sharding keys, some of them computed: as in one database, or refused.
 * {@code -Dshardkit.seed=} chooses them, {@code -Dshardkit.statements=} how many. A failure shows the last of them.
 */
abstract class RandomMovesContract {
    private static final int STATEMENTS = Effort.of(100);
    private static final int ROWS = 8;
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.UPDATE_OF_SHARDING_COLUMN, ErrorCode.UNIQUE_KEY_OVER_UNITS, ErrorCode.KEY_IS_NULL);

    private final TestDatabase database;
    private final Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
    private final Deque<String> last = new ArrayDeque<>();
    private MoveFixture fixture;
    private Random random;
    private int next = 1000;
    private int equal;
    private int changed;
    private int failed;

    RandomMovesContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws SQLException {
        fixture = new MoveFixture(database);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWhatOneDatabaseDoes(boolean unique) throws SQLException {
        doesWhatOneDatabaseDoes(unique);
    }

    @Test
    void isWhatOneDatabaseDoesWithPlacedKeys() throws SQLException {
        fixture.close();
        fixture = new MoveFixture(database, true);
        doesWhatOneDatabaseDoes(true);
    }

    private void doesWhatOneDatabaseDoes(boolean unique) throws SQLException {
        DataSource engine = fixture.engine(MovingUpdates.MOVE, unique);
        long seed = Seeds.chosen();
        int statements = Integer.getInteger("shardkit.statements", STATEMENTS);
        System.out.println("random moves " + database + " seed " + seed);
        random = Seeds.random(seed);
        for (long id = 1; id <= ROWS; id++) {
            int owner = random.nextInt(5);
            fixture.same(engine, "INSERT INTO account (id, owner, email) VALUES (?, ?, ?)", id, owner, "a" + id + "@x");
            fixture.same(engine, "INSERT INTO pair (owner, id, note) VALUES (?, ?, ?)", owner, id, "n" + id);
            fixture.same(engine, "INSERT INTO item (code, owner, note) VALUES (?, ?, ?)", "c" + id, owner, "n" + id);
        }
        try {
            for (int done = 0; done < statements; ) {
                done += random.nextInt(3) == 0 ? transaction(engine) : alone(engine);
            }
        } catch (SQLException | RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ", last " + last, failure);
        }
        System.out.println("random moves " + database + ": " + equal + " equal (" + changed + " changed rows, " + failed
                + " failed on both), refused " + refused);
        assertThat(changed).isGreaterThan(statements / 3);
    }

    private int alone(DataSource engine) throws SQLException {
        try (Connection sharded = engine.getConnection();
                Connection whole = fixture.whole.getConnection()) {
            run(sharded, whole, statement(whole));
        }
        fixture.sameRows(engine);
        return 1;
    }

    private int transaction(DataSource engine) throws SQLException {
        int statements = 1 + random.nextInt(5);
        try (Connection sharded = engine.getConnection();
                Connection whole = fixture.whole.getConnection()) {
            sharded.setAutoCommit(false);
            whole.setAutoCommit(false);
            boolean intact = true;
            for (int i = 0; intact && i < statements; i++) {
                intact = run(sharded, whole, statement(whole));
            }
            boolean commit = intact && random.nextInt(4) > 0;
            for (Connection each : List.of(sharded, whole)) {
                if (commit) {
                    each.commit();
                } else {
                    each.rollback();
                }
            }
            last.add(commit ? "commit" : "rollback");
        }
        fixture.sameRows(engine);
        return statements;
    }

    /** Returns true if a transaction can go on. */
    private boolean run(Connection sharded, Connection whole, String sql) throws SQLException {
        last.add(sql);
        if (last.size() > 12) {
            last.remove();
        }
        int count;
        try {
            count = UpsertFixture.run(sharded, sql);
        } catch (SQLException failure) {
            if (failure instanceof ShardingException refusal && REFUSALS.contains(refusal.errorCode())) {
                refused.merge(refusal.errorCode(), 1, Integer::sum);
            } else {
                failed++;
                assertThat(catchThrowable(() -> UpsertFixture.run(whole, sql)))
                        .as(failure.toString())
                        .isInstanceOf(SQLException.class);
            }
            return false;
        }
        assertThat(count).as(sql).isEqualTo(UpsertFixture.run(whole, sql));
        equal++;
        changed += count > 0 ? 1 : 0;
        return true;
    }

    private String statement(Connection whole) throws SQLException {
        return switch (random.nextInt(5)) {
            case 0 -> update("item", "code", "code " + keys("'c", "'"));
            case 1, 2 -> update("pair", "id", pair(whole) + rest());
            default -> update("account", "id", account() + rest());
        };
    }

    private String update(String table, String key, String where) {
        return "UPDATE " + table + " SET " + assignments(key, where.contains("IN (")) + " WHERE " + where;
    }

    private String account() {
        return random.nextInt(4) == 0 ? "email " + keys("'a", "@x'") : "id " + keys("", "");
    }

    private String keys(String before, String after) {
        if (random.nextInt(3) > 0) {
            return "= " + before + key() + after;
        }
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            keys.add(before + key() + after);
        }
        return "IN (" + String.join(", ", keys) + ")";
    }

    private int key() {
        return 1 + random.nextInt(ROWS + 1);
    }

    /** Mostly a row that is there. */
    private String pair(Connection whole) throws SQLException {
        List<List<String>> rows = WriteFixture.rows(whole, "SELECT owner, id FROM pair ORDER BY id, owner");
        List<String> row = rows.get(random.nextInt(rows.size()));
        return random.nextInt(5) == 0
                ? "owner IN (" + row.get(0) + ", " + random.nextInt(5) + ") AND id = " + row.get(1)
                : "owner = " + row.get(0) + " AND id = " + row.get(1);
    }

    private String rest() {
        return switch (random.nextInt(6)) {
            case 0 -> " AND owner < " + (1 + random.nextInt(5));
            case 1 -> " AND note <> 'n" + key() + "'";
            default -> "";
        };
    }

    /**
     * Their order matters on MariaDB, where a value reads what has been assigned before it.
     *
     * @param several whether they may be for several rows, which cannot have one key
     */
    private String assignments(String key, boolean several) {
        List<String> all = new ArrayList<>();
        all.add("owner = " + owner(key.equals("id") ? "id" : "3"));
        if (random.nextBoolean()) {
            all.add("note = " + (random.nextBoolean() ? "CONCAT('o', owner)" : "'n" + key() + "'"));
        }
        if (key.equals("id") && random.nextInt(6) == 0) {
            // A new one, so that each unit may tell by itself that it is unique.
            next += 100;
            all.add("id = " + (several || random.nextBoolean() ? "id + " : "") + next);
        }
        Collections.shuffle(all, random);
        return String.join(", ", all);
    }

    private String owner(String other) {
        int number = random.nextInt(5);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "" + number;
            case 3 -> "MOD(owner + " + other + ", 5)";
            case 4 -> "CASE WHEN owner > 2 THEN 0 ELSE owner + " + number + " END";
            case 5 -> "NULLIF(owner, " + number + ")";
            case 6 -> "4 / 2 + " + number;
            case 7 -> "owner";
            case 8 -> "owner * 0 + " + number;
            default -> "MOD(owner + " + number + ", 6)";
        };
    }
}
