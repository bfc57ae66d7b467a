package io.shardkit.execute.xa;

import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.branch.XaName;
import io.shardkit.execute.Databases;
import io.shardkit.execute.watch.TimedQuestion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * One data source as a transaction manager sees it that recovers: it lists what is prepared there and ends it, each time
 * over a connection that the pool lends for that. No branch begins here. Immutable, thread-safe.
 */
public final class XaSource implements XAResource {
    private static final int SECONDS = 10;

    private final String name;
    private final DataSource dataSource;
    private final TwoPhase statements;

    private XaSource(String name, DataSource dataSource, TwoPhase statements) {
        this.name = name;
        this.dataSource = dataSource;
        this.statements = statements;
    }

    /** One for the database of a number. */
    public static XaSource of(Databases databases, int number) {
        return new XaSource(
                databases.names().get(number),
                databases.dataSources().get(number),
                databases.dialect().twoPhase());
    }

    /**
     * Returns true if nothing is prepared there.
     *
     * @throws SQLException if the database cannot be asked
     */
    public boolean isEmpty() throws SQLException {
        return asking(this::prepared).isEmpty();
    }

    TwoPhase statements() {
        return statements;
    }

    /** All that is prepared, in one scan: the one that ends a scan is empty. */
    @Override
    public Xid[] recover(int flag) throws XAException {
        if ((flag & TMSTARTRSCAN) == 0 && flag != TMNOFLAGS) {
            return new Xid[0];
        }
        try {
            return asking(this::prepared).toArray(Xid[]::new);
        } catch (SQLException | RuntimeException failure) {
            throw XaFailures.of(
                    XAException.XAER_RMFAIL, "The prepared transactions of " + name + " are not known", failure);
        }
    }

    private List<XaName> prepared(Connection connection) throws SQLException {
        List<XaName> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(statements.preparedQuery())) {
            while (rows.next()) {
                XaName branch = statements.managed(rows);
                if (branch != null) {
                    found.add(branch);
                }
            }
        }
        return found;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (onePhase) {
            throw XaFailures.of(XAException.XAER_PROTO, "Only what is prepared on " + name + " can be committed");
        }
        XaName branch = XaName.of(xid);
        end(branch, statements.commit(branch));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        XaName branch = XaName.of(xid);
        end(branch, statements.rollback(branch));
    }

    /** Reports what the database does not do as unknown to it only if the database does not list it either. */
    private void end(XaName branch, String sql) throws XAException {
        try {
            asking(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute(sql);
                }
            });
        } catch (SQLException | RuntimeException failure) {
            boolean there;
            try {
                there = asking(this::prepared).contains(branch);
            } catch (SQLException | RuntimeException unreachable) {
                failure.addSuppressed(unreachable);
                there = true;
            }
            throw XaFailures.of(there ? XAException.XAER_RMFAIL : XAException.XAER_NOTA, "On " + name, failure);
        }
    }

    private <T> T asking(TimedQuestion.Question<T> question) throws SQLException {
        return TimedQuestion.askAlone(dataSource, SECONDS, question);
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw beginsNothing();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw beginsNothing();
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw beginsNothing();
    }

    private XAException beginsNothing() {
        return XaFailures.of(XAException.XAER_PROTO, "The resource of " + name + " is for recovery only");
    }

    @Override
    public void forget(Xid xid) {
        // No branch is ended otherwise than it was told.
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    /** {@inheritDoc} None: the manager watches over the time of a transaction. */
    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "data source " + name;
    }
}
