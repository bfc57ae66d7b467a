package io.shardkit.jta;

import io.shardkit.jdbc.GlobalTransaction;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

/** The branches that a process leaves if it stops between prepare and commit. */
final class PreparedBranches implements GlobalTransaction, AutoCloseable {
    private final Xid transaction;
    private final Map<XAResource, Xid> branches = new LinkedHashMap<>();
    private final ShardingDataSource dataSource;
    private Runnable ended = () -> {};

    private PreparedBranches(ApplicationContext application, Xid transaction) throws SQLException {
        this.transaction = transaction;
        ShardingDataSource logical = application.getBean(ShardingDataSource.class);
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (String name : logical.rule().dataSources()) {
            pools.put(name, application.getBean(name, DataSource.class));
        }
        dataSource = ShardingDataSource.create(
                pools,
                logical.rule(),
                ShardingOptions.builder().executor(Runnable::run).build());
        dataSource.takePartIn(() -> this);
    }

    /** Returns the work of a statement, prepared under a name of the transaction manager's. */
    static PreparedBranches by(ApplicationContext application, @Nullable Xid transaction, String sql)
            throws SQLException, XAException {
        PreparedBranches left = new PreparedBranches(application, Objects.requireNonNull(transaction));
        try (Connection connection = left.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
        for (Map.Entry<XAResource, Xid> branch : left.branches.entrySet()) {
            branch.getKey().end(branch.getValue(), XAResource.TMSUCCESS);
            branch.getKey().prepare(branch.getValue());
        }
        // Its connections end, as those of a process do.
        left.ended.run();
        return left;
    }

    int count() {
        return branches.size();
    }

    @Override
    public void enlist(XAResource resource) throws SQLException {
        byte[] qualifier = transaction.getBranchQualifier();
        qualifier[qualifier.length - 1] += (byte) (branches.size() + 1);
        Xid branch = new Branch(transaction.getFormatId(), transaction.getGlobalTransactionId(), qualifier);
        try {
            resource.start(branch, XAResource.TMNOFLAGS);
        } catch (XAException failure) {
            throw new SQLException(failure);
        }
        branches.put(resource, branch);
    }

    @Override
    public void watch(BooleanSupplier rollbackOnly, Runnable told) {
        ended = told;
    }

    @Override
    public void close() {
        dataSource.close();
    }

    private static final class Branch implements Xid {
        private final int format;
        private final List<byte[]> parts = new ArrayList<>();

        Branch(int format, byte[] global, byte[] qualifier) {
            this.format = format;
            parts.add(global);
            parts.add(qualifier);
        }

        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return parts.get(0).clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return parts.get(1).clone();
        }
    }
}
