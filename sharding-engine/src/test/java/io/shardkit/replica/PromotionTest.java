package io.shardkit.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.options.LoadBalance;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks which server is the primary after one promotion and after the next, with servers that say what they are told to
 * say.
 */
class PromotionTest {
    private static final int REPLICAS = 2;

    /** A table with one row is what a server says of itself. */
    private static final ReplicaRules RULES = new ReplicaRules() {
        @Override
        public String statusQuery() {
            return "SELECT replicates FROM server";
        }

        @Override
        public Status status(ResultSet rows) throws SQLException {
            rows.next();
            return new Status(rows.getBoolean(1), Duration.ZERO, "");
        }

        @Override
        public String writableQuery() {
            return "SELECT CASE WHEN writable THEN 1 ELSE 0 END FROM server";
        }
    };

    private final List<Connection> open = new ArrayList<>();
    private final List<JdbcDataSource> databases = new ArrayList<>();
    private final List<PrimarySource> servers = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private PrimarySource primary = new PrimarySource(new JdbcDataSource());

    @BeforeEach
    void start() throws SQLException {
        for (int i = 0; i <= REPLICAS; i++) {
            JdbcDataSource server = new JdbcDataSource();
            server.setURL("jdbc:h2:mem:promotion" + i);
            open.add(server.getConnection());
            databases.add(server);
            servers.add(new PrimarySource(server));
            run(i, "CREATE TABLE server (replicates BOOLEAN, writable BOOLEAN)");
            run(i, "INSERT INTO server VALUES (" + (i > 0) + ", " + (i == 0) + ")");
        }
        List<Replica> replicas = IntStream.rangeClosed(1, REPLICAS)
                .mapToObj(i -> new Replica("r" + i, servers.get(i), 1))
                .toList();
        List<Member> members = IntStream.range(0, REPLICAS)
                .mapToObj(i -> new Member(replicas.get(i), i))
                .toList();
        primary = new PrimarySource(servers.get(0));
        Group group = new Group(
                0,
                "ds0",
                new ReplicaGroup("primary", replicas, LoadBalance.ROUND_ROBIN),
                ReplicaSettings.DEFAULTS,
                primary,
                members,
                RULES);
        members.forEach(member -> checks.add(new MemberCheck(group, member, ReplicaSettings.DEFAULTS, RULES)));
        checks.add(new PrimaryCheck(group, RULES));
        check();
    }

    @AfterEach
    void stop() throws SQLException {
        for (Connection connection : open) {
            connection.close();
        }
    }

    private void run(int server, String sql) throws SQLException {
        try (Statement statement = open.get(server).createStatement()) {
            statement.execute(sql);
        }
    }

    private void dies(int server) {
        JdbcDataSource gone = new JdbcDataSource();
        gone.setURL("jdbc:h2:mem:gone;IFEXISTS=TRUE");
        servers.get(server).set(gone);
    }

    private void comesBack(int server) {
        servers.get(server).set(databases.get(server));
    }

    private void isPromoted(int server) throws SQLException {
        run(server, "UPDATE server SET replicates = FALSE, writable = TRUE");
    }

    /** As often as it takes, and once more. */
    private void check() {
        check(3);
    }

    private void check(int times) {
        for (int i = 0; i < times; i++) {
            checks.forEach(Runnable::run);
        }
    }

    private void assertPrimary(int server) {
        assertThat(primary.current()).isSameAs(servers.get(server));
    }

    @Test
    void aReplicaTakesThePlaceAndTheNextTakesIts() throws SQLException {
        assertPrimary(0);
        dies(0);
        isPromoted(2);
        check();
        assertPrimary(2);
        run(2, "UPDATE server SET writable = FALSE");
        isPromoted(1);
        check();
        assertPrimary(1);
    }

    /** The next one may have followed the primary before it up to now. */
    @Test
    void nobodyTakesThePlaceOfAPromotedReplicaThatIsSilent() throws SQLException {
        dies(0);
        isPromoted(2);
        check();
        assertPrimary(2);
        dies(2);
        isPromoted(1);
        check();
        assertPrimary(2);
        comesBack(2);
        check();
        assertPrimary(2);
    }

    @Test
    void theFormerPrimaryTakesItsPlaceAgain() throws SQLException {
        run(0, "UPDATE server SET writable = FALSE");
        isPromoted(2);
        check();
        assertPrimary(2);
        run(2, "UPDATE server SET writable = FALSE");
        check();
        assertPrimary(2);
        run(0, "UPDATE server SET writable = TRUE");
        check();
        assertPrimary(0);
    }

    /** It has none of the writes that the promoted one got. */
    @Test
    void aFormerPrimaryDoesNotTakeThePlaceOfOneThatIsSilent() throws SQLException {
        dies(0);
        isPromoted(2);
        check();
        assertPrimary(2);
        comesBack(0);
        dies(2);
        check();
        assertPrimary(2);
        comesBack(2);
        check();
        assertPrimary(2);
    }

    @Test
    void aPromotedReplicaThatDoesNotAnswerIsNoPrimary() throws SQLException {
        dies(0);
        isPromoted(2);
        check(1);
        dies(2);
        check();
        assertPrimary(0);
        comesBack(2);
        check();
        assertPrimary(2);
    }

    @Test
    void ofTwoThatTakeWritesNobodyKnowsWhichOne() throws SQLException {
        dies(0);
        isPromoted(1);
        isPromoted(2);
        check();
        assertPrimary(0);
    }
}
