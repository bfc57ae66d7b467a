package io.shardkit.execute.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.branch.BranchId;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks what a look at the databases makes of transactions that end, or databases that fall silent, at the same time. */
final class RecoveryTest {
    private static final String TRANSACTION = "0123456789abcdef0123456789abcdef";
    private static final String DECISIONS = "sharding_transaction";
    private static final int DATABASES = 3;

    private final TwoPhase statements = Dialect.H2.twoPhase();
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<AtomicDatabase> databases = new ArrayList<>();
    private final List<Connection> preparing = new ArrayList<>();
    private final int[] borrowed = new int[DATABASES];
    private Recovery recovery = new Recovery(List.of(), Duration.ZERO);

    /** Called with the number of a database and how many connections were asked of it, before it gives one. */
    private @Nullable Step onBorrow;

    @FunctionalInterface
    private interface Step {
        void run(int database, int count) throws SQLException;
    }

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < DATABASES; i++) {
            HikariDataSource pool = TestDatabase.H2.create("recovery" + i);
            pools.add(pool);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(statements.createTable(DECISIONS));
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
                databases.add(AtomicDatabase.open("ds" + i, watched(i, pool), connection, statements, DECISIONS));
            }
        }
        recovery = new Recovery(databases, Duration.ofHours(1), Duration.ZERO);
    }

    @AfterEach
    void close() throws SQLException {
        for (Connection connection : preparing) {
            connection.close();
        }
        pools.forEach(HikariDataSource::close);
    }

    private DataSource watched(int database, DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                RecoveryTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    Step step = onBorrow;
                    if (step != null && method.getName().equals("getConnection")) {
                        step.run(database, ++borrowed[database]);
                    }
                    try {
                        return method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private BranchId branch(int database) {
        return new BranchId(
                TRANSACTION, databases.get(0).id(), databases.get(database).id());
    }

    /** A row of a transaction that is prepared there. */
    private BranchId prepare(int database) throws SQLException {
        Connection connection = pools.get(database).getConnection();
        preparing.add(connection);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t VALUES (1)");
            statement.execute(statements.prepare(branch(database)));
        }
        return branch(database);
    }

    private void decide(int... participants) throws SQLException {
        List<AtomicDatabase> followers = new ArrayList<>();
        for (int participant : participants) {
            followers.add(databases.get(participant));
        }
        databases.get(0).decide(TRANSACTION, followers);
    }

    private void refuse(int database) {
        onBorrow = (asked, count) -> {
            if (asked == database) {
                throw new SQLException("the database cannot be reached", "08001");
            }
        };
    }

    private long count(int database, String condition) throws SQLException {
        try (Connection connection = pools.get(database).getConnection();
                Statement statement = connection.createStatement();
                // H2 answers the same text as before where another session has committed for one that is gone.
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM " + condition + " /* " + System.nanoTime() + " */")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** It would take the part for ended, forget the decision, and then roll the part back. */
    @Test
    void aLookWhileATransactionEndsKeepsItsDecision() throws SQLException {
        recovery.begins(TRANSACTION);
        BranchId open = prepare(1);
        decide(1);
        LookedAt looked = new LookedAt(Map.of(open, databases.get(1)));
        recovery.ends(TRANSACTION, databases.get(0), true, looked);
        assertThat(looked.isDone).isTrue();
        recovery.sweep(true);
        assertThat(count(1, "t")).isOne();
        assertThat(recovery.inDoubt()).isEmpty();
    }

    /** Has the recovery look as soon as what is open has been told. */
    private final class LookedAt extends HashMap<BranchId, AtomicDatabase> {
        private static final long serialVersionUID = 1;

        private boolean isDone;

        LookedAt(Map<BranchId, AtomicDatabase> open) {
            super(open);
        }

        @Override
        public void forEach(BiConsumer<? super BranchId, ? super AtomicDatabase> each) {
            super.forEach(each);
            recovery.sweep(false);
            isDone = true;
        }
    }

    @Test
    void whatIsEndedOnADatabaseThatAnswersIsNotInDoubtWhileAnotherIsSilent() throws SQLException {
        recovery.begins(TRANSACTION);
        decide(1, 2);
        recovery.ends(
                TRANSACTION, databases.get(0), true, Map.of(branch(1), databases.get(1), branch(2), databases.get(2)));
        refuse(2);
        recovery.sweep(false);
        assertThat(recovery.inDoubt()).extracting("dataSource").containsExactly("ds2");
        assertThat(count(0, DECISIONS + " WHERE decision = 'commit'")).isOne();
        onBorrow = null;
        recovery.sweep(false);
        assertThat(recovery.inDoubt()).isEmpty();
        assertThat(count(0, DECISIONS + " WHERE decision = 'commit'")).isZero();
    }

    @Test
    void aDecisionThatCannotBeRemovedIsRemovedLater() throws SQLException {
        recovery.begins(TRANSACTION);
        decide(1);
        recovery.ends(TRANSACTION, databases.get(0), true, Map.of());
        refuse(0);
        recovery.sweep(false);
        onBorrow = null;
        assertThat(count(0, DECISIONS + " WHERE decision = 'commit'")).isOne();
        recovery.sweep(false);
        assertThat(count(0, DECISIONS + " WHERE decision = 'commit'")).isZero();
    }

    private void makeDecisionsOld() throws SQLException {
        try (Connection connection = pools.get(0).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE " + DECISIONS + " SET decided_at = decided_at - INTERVAL '2' HOUR");
        }
    }

    @Test
    void anOldDecisionWithoutBranchesIsRemoved() throws SQLException {
        decide(1);
        makeDecisionsOld();
        recovery.sweep(false);
        assertThat(count(0, DECISIONS + " WHERE decision = 'commit'")).isZero();
    }

    /** It ends with an open branch between what that one's database and the last database tell. */
    @Test
    void anOldDecisionOfATransactionThatEndsDuringALookIsKept() throws SQLException {
        recovery.begins(TRANSACTION);
        BranchId open = prepare(1);
        decide(1);
        makeDecisionsOld();
        AtomicBoolean ended = new AtomicBoolean();
        onBorrow = (database, count) -> {
            // Its third question is what is prepared on it, after two for old decisions.
            if (database == DATABASES - 1 && count == 3) {
                recovery.ends(TRANSACTION, databases.get(0), true, Map.of(open, databases.get(1)));
                ended.set(true);
            }
        };
        recovery.sweep(false);
        assertThat(ended).isTrue();
        assertThat(recovery.inDoubt()).hasSize(1);
        recovery.sweep(false);
        assertThat(recovery.inDoubt()).isEmpty();
        assertThat(count(1, "t")).isOne();
    }

    /** Its fourth question is to commit what it has told as prepared before. */
    @Test
    void whatAnotherProcessEndsMeanwhileIsEnded() throws SQLException {
        BranchId open = prepare(1);
        decide(1);
        onBorrow = (database, count) -> {
            if (database == 1 && count == 4) {
                try (Connection connection = pools.get(1).getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute(statements.commit(open));
                }
            }
        };
        recovery.sweep(true);
        assertThat(borrowed[1]).isGreaterThanOrEqualTo(4);
        assertThat(recovery.inDoubt()).isEmpty();
        assertThat(count(1, "t")).isOne();
    }

    @Test
    void whatCannotBeEndedIsInDoubtWithTheReason() throws SQLException {
        prepare(1);
        decide(1);
        onBorrow = (database, count) -> {
            if (database == 1 && count == 4) {
                throw new SQLException("the database cannot be reached", "08001");
            }
        };
        recovery.sweep(true);
        assertThat(recovery.inDoubt()).extracting("problem").asString().contains("the database cannot be reached");
        onBorrow = null;
        recovery.sweep(true);
        assertThat(recovery.inDoubt()).isEmpty();
        assertThat(count(1, "t")).isOne();
    }
}
