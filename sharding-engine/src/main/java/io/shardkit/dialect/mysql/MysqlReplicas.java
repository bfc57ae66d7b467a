package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.ReplicaRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** MySQL's replication. Positions are sets of its global transaction ids. */
class MysqlReplicas implements ReplicaRules {
    /** The columns of the state that say what is left out. */
    private static final List<String> FILTERS = List.of(
            "Replicate_Do_DB",
            "Replicate_Ignore_DB",
            "Replicate_Do_Table",
            "Replicate_Ignore_Table",
            "Replicate_Wild_Do_Table",
            "Replicate_Wild_Ignore_Table");

    /** ER_QUERY_INTERRUPTED, as statements end that run while the server is shut down. */
    private static final int INTERRUPTED = 1317;

    private static final Set<String> CATALOGS = Set.of("performance_schema", "mysql", "sys");

    @Override
    public String positionQuery() {
        return "SELECT @@GLOBAL.gtid_executed";
    }

    @Override
    public String appliedQuery() {
        return "SELECT @@GLOBAL.gtid_executed";
    }

    /** A replica may have executed more than what was asked for, and transactions of other servers. */
    @Override
    public boolean reached(String applied, String written) {
        return GtidSet.parse(applied).contains(GtidSet.parse(written));
    }

    @Override
    public String waitQuery() {
        return "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)";
    }

    @Override
    public String statusQuery() {
        return "SHOW REPLICA STATUS";
    }

    /** Returns the column names of the status. */
    String[] columns() {
        return new String[] {"Replica_IO_Running", "Replica_SQL_Running", "Seconds_Behind_Source"};
    }

    @Override
    public final Status status(ResultSet rows) throws SQLException {
        String[] columns = columns();
        Duration most = Duration.ZERO;
        boolean any = false;
        while (rows.next()) {
            any = true;
            for (int i = 0; i < 2; i++) {
                String runs = rows.getString(columns[i]);
                if (!"Yes".equals(runs)) {
                    return new Status(true, null, columns[i] + " is " + runs);
                }
            }
            long seconds = rows.getLong(columns[2]);
            if (rows.wasNull()) {
                return new Status(true, null, columns[2] + " is NULL");
            }
            most = Duration.ofSeconds(Math.max(most.toSeconds(), seconds));
        }
        return any
                ? new Status(true, most, "")
                : new Status(false, null, "it is no replica: " + statusQuery() + " shows nothing");
    }

    @Override
    public String serverQuery() {
        return "SELECT @@GLOBAL.server_uuid";
    }

    @Override
    public boolean namesAreUnique() {
        return true;
    }

    @Override
    public final List<Source> sources(ResultSet rows) throws SQLException {
        List<Source> sources = new ArrayList<>();
        while (rows.next()) {
            boolean whole = true;
            for (int i = 0; i < 2; i++) {
                whole &= !"No".equals(rows.getString(columns()[i]));
            }
            for (String filter : FILTERS) {
                String value = rows.getString(filter);
                whole &= value == null || value.isEmpty();
            }
            sources.add(source(rows, whole));
        }
        return sources;
    }

    /** @param row what the state says of one of the servers */
    Source source(ResultSet row, boolean whole) throws SQLException {
        return new Source(row.getString("Source_UUID"), row.getString("Source_Host"), whole);
    }

    @Override
    public final boolean isCatalog(String name) {
        return CATALOGS.contains(name) || ReplicaRules.super.isCatalog(name);
    }

    @Override
    public final boolean isInterruption(SQLException failure) {
        return failure.getErrorCode() == INTERRUPTED;
    }

    @Override
    public String writableQuery() {
        return "SELECT CASE WHEN @@GLOBAL.read_only = 0 THEN 1 ELSE 0 END";
    }
}
