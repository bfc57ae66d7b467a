package io.shardkit.execute.session;

import io.shardkit.catalog.Question;
import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.execute.ShardConnection;
import io.shardkit.options.AfterWrite;
import io.shardkit.replica.Group;
import io.shardkit.replica.Member;
import io.shardkit.replica.OwnWrites;
import io.shardkit.replica.Replicas;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of a session and of its client, and the replicas that have them. Not thread-safe, but others may work for
 * the same client.
 */
final class SessionWrites {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWrites.class);

    /** The pause before a replica is asked again. */
    private static final long PAUSE_NANOS = 1_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    /** The time beyond the limit that a replica and its pool may take to answer a wait. */
    private static final long PATIENCE_NANOS = 500_000_000;

    private final SessionTransactions session;
    private Replicas replicas;

    /** The writes of this session, by data source. */
    private @Nullable OwnWrites[] own;

    /** The writes under way. */
    private final List<OwnWrites> begun = new ArrayList<>(0);

    /** The data sources of those. */
    private final BitSet writing = new BitSet();

    SessionWrites(SessionTransactions session, Replicas replicas) {
        this.session = session;
        this.replicas = replicas;
        this.own = new OwnWrites[replicas.dataSources()];
    }

    /** Goes over to the data sources of another rule, which have other numbers. */
    void follow(Replicas others) {
        end();
        own = others.inOrder(own, replicas);
        replicas = others;
    }

    void begin(int dataSource, Group group) {
        if (writing.get(dataSource)) {
            return;
        }
        writing.set(dataSource);
        OwnWrites ofSession = own[dataSource];
        if (ofSession == null) {
            ofSession = new OwnWrites();
            own[dataSource] = ofSession;
        }
        ofSession.begins();
        begun.add(ofSession);
        OwnWrites ofAuthor = replicas.beginWrite(group);
        if (ofAuthor != null) {
            begun.add(ofAuthor);
        }
    }

    void end() {
        if (!begun.isEmpty()) {
            begun.forEach(OwnWrites::ended);
            begun.clear();
            writing.clear();
        }
    }

    /** Tells whether a replica shows the tables as they are, and what was written, after some waiting. */
    boolean has(int dataSource, Group group, Member member) throws SQLException {
        return hasTables(dataSource, group, member)
                && has(own[dataSource], OwnWrites.FOREVER, dataSource, member)
                && has(replicas.writesOf(group), replicas.ownWriteNanos(), dataSource, member);
    }

    private boolean hasTables(int dataSource, Group group, Member member) throws SQLException {
        OwnWrites change = group.missedBy(member);
        if (change == null) {
            return true;
        }
        long nanos = group.isPositionKnown() ? OwnWrites.FOREVER : group.longestLagNanos();
        if (change.isOwed(nanos) && !isReached(change, dataSource, member)) {
            return false;
        }
        group.reached(member, change);
        return true;
    }

    private boolean has(@Nullable OwnWrites writes, long nanos, int dataSource, Member member) throws SQLException {
        if (writes == null || !writes.isOwed(nanos)) {
            return true;
        }
        return replicas.settings().afterWrite() != AfterWrite.PRIMARY && isReached(writes, dataSource, member);
    }

    private boolean isReached(OwnWrites writes, int dataSource, Member member) throws SQLException {
        if (writes.isReached(member)) {
            return true;
        }
        String wanted = writes.position();
        if (wanted == null) {
            wanted = ask(writes, dataSource);
        }
        if (wanted == null || !(member.hasReached(wanted, replicas.rules()) || await(dataSource, member, wanted))) {
            return false;
        }
        writes.reached(member, wanted);
        return true;
    }

    /** The position that the primary has written to; null if it does not say so, or cannot be asked now. */
    private @Nullable String ask(OwnWrites writes, int dataSource) throws SQLException {
        String query = replicas.rules().positionQuery();
        if (query == null || !isFree(dataSource)) {
            return null;
        }
        long version = writes.version();
        Question<String> question = connection -> text(connection, query);
        String written = session.connections().get(dataSource) == null
                ? session.databases().ask(dataSource, session.watch().left(), question)
                : session.ask(dataSource, question);
        if (written != null && !written.isBlank()) {
            writes.learn(written, version);
            return written;
        }
        return null;
    }

    /** Tells whether it holds nothing for which others may wait while it borrows. */
    private boolean isFree(int dataSource) throws SQLException {
        if (session.autoCommit()) {
            session.releaseIdleAbove(dataSource);
        } else if (session.connections().get(dataSource) != null) {
            return false;
        }
        for (ShardConnection shard : session.connections().enlisted()) {
            if (shard.dataSource() > dataSource) {
                return false;
            }
        }
        return true;
    }

    private boolean await(int dataSource, Member member, String wanted) throws SQLException {
        long nanos = replicas.settings().waitTimeout().toNanos();
        if (nanos == 0 || !member.isWaitedFor() || !isFree(dataSource)) {
            return false;
        }
        ReplicaRules rules = replicas.rules();
        String wait = rules.waitQuery();
        try {
            Question<Boolean> question = connection -> wait == null
                    ? poll(connection, rules, wanted, System.nanoTime() + nanos)
                    : await(connection, wait, wanted, nanos);
            boolean reached = Boolean.TRUE.equals(
                    session.databases().ask(replicas.number(dataSource, member), nanos + PATIENCE_NANOS, question));
            if (!reached) {
                member.waitedInVain(
                        System.nanoTime() + replicas.settings().checkInterval().toNanos());
            }
            return reached;
        } catch (SQLException | RuntimeException unreachable) {
            LOG.debug("Replica {} could not be waited for", member.name(), unreachable);
            return false;
        }
    }

    private static boolean await(Connection connection, String wait, String wanted, long nanos) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(wait)) {
            statement.setString(1, wanted);
            statement.setDouble(2, nanos / NANOS_PER_SECOND);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && "0".equals(rows.getString(1));
            }
        }
    }

    private static boolean poll(Connection connection, ReplicaRules rules, String wanted, long until)
            throws SQLException {
        String query = rules.appliedQuery();
        while (query != null) {
            String applied = text(connection, query);
            if (applied != null && rules.reached(applied, wanted)) {
                return true;
            }
            if (System.nanoTime() > until || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    private static @Nullable String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }
}
