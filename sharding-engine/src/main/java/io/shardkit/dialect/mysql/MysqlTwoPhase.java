package io.shardkit.dialect.mysql;

import io.shardkit.dialect.branch.BranchName;
import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.branch.XaName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** XA by SQL. Versions are those of the vendors' notes on lost or forgotten branches. */
final class MysqlTwoPhase implements TwoPhase {
    private static final Pattern VERSION = Pattern.compile("(?:5\\.5\\.5-)?(\\d+)\\.(\\d+)\\.(\\d+)");

    private static final int TEMPORARY_TABLE = 4091;

    private final int[] since;
    private final String fault;

    /** True if a prepared branch may leave its connection at once, which a branch with temporary tables cannot. */
    private final boolean detaches;

    private MysqlTwoPhase(boolean detaches, String fault, int... since) {
        this.detaches = detaches;
        this.since = since;
        this.fault = fault;
    }

    static MysqlTwoPhase mysql() {
        return new MysqlTwoPhase(true, "may lose a prepared branch when it crashes", 8, 0, 30);
    }

    static MysqlTwoPhase mariadb() {
        return new MysqlTwoPhase(false, "rolls back a prepared branch when its connection ends", 10, 5, 2);
    }

    @Override
    public boolean isNamedAtBegin() {
        return true;
    }

    @Override
    public String begin(BranchName id) {
        return "XA START " + id.literals();
    }

    /** MariaDB has no such variable, and does without it. */
    @Override
    public @Nullable String allowTemporaryTables() {
        return detaches ? "SET SESSION xa_detach_on_prepare = OFF" : null;
    }

    @Override
    public @Nullable String forbidTemporaryTables() {
        return detaches ? "SET SESSION xa_detach_on_prepare = DEFAULT" : null;
    }

    @Override
    public boolean forbidsTemporaryTables(SQLException failure) {
        return failure.getErrorCode() == TEMPORARY_TABLE;
    }

    @Override
    public String end(BranchName id) {
        return "XA END " + id.literals();
    }

    @Override
    public String commitAtOnce(BranchName id) {
        return "XA COMMIT " + id.literals() + " ONE PHASE";
    }

    @Override
    public String prepare(BranchName id) {
        return "XA PREPARE " + id.literals();
    }

    @Override
    public String commit(BranchName id) {
        return "XA COMMIT " + id.literals();
    }

    @Override
    public String rollback(BranchName id) {
        return "XA ROLLBACK " + id.literals();
    }

    @Override
    public String preparedQuery() {
        return "XA RECOVER";
    }

    @Override
    public String rightToListPrepared() {
        return "XA_RECOVER_ADMIN";
    }

    @Override
    public int preparedColumn() {
        return 4;
    }

    @Override
    public @Nullable XaName managed(ResultSet row) throws SQLException {
        return XaName.of(row.getInt(1), row.getInt(2), row.getBytes(4));
    }

    @Override
    public String instant() {
        return "TIMESTAMP";
    }

    @Override
    public String createTable(String name) {
        return TwoPhase.super.createTable(name) + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";
    }

    @Override
    public @Nullable String lacks(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String product = server.getDatabaseProductVersion();
        Matcher version = VERSION.matcher(product);
        if (version.lookingAt()) {
            for (int i = 0; i < since.length; i++) {
                int part = Integer.parseInt(version.group(i + 1));
                if (part > since[i]) {
                    return null;
                }
                if (part < since[i]) {
                    return "version " + product + " " + fault + "; it needs " + since[0] + "." + since[1] + "."
                            + since[2] + " or newer";
                }
            }
        }
        return null;
    }
}
