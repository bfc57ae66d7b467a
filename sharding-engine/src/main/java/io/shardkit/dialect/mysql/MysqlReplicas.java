package io.shardkit.dialect.mysql;

import io.shardkit.dialect.replicas.ReplicaRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** MySQL's replication. Positions are sets of its global transaction ids. */
class MysqlReplicas implements ReplicaRules {
    private static final Set<String> CATALOGS = Set.of("performance_schema", "mysql", "sys");

    @Override
    public String positionQuery() {
        return "SELECT @@GLOBAL.gtid_executed";
    }

    @Override
    public String appliedQuery() {
        return "SELECT @@GLOBAL.gtid_executed";
    }

    @Override
    public String waitQuery() {
        return "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)";
    }

    @Override
    public String statusQuery() {
        return "SHOW REPLICA STATUS";
    }

    /** How the columns of the status are called. */
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
    public final boolean isCatalog(String name) {
        return CATALOGS.contains(name) || ReplicaRules.super.isCatalog(name);
    }

    @Override
    public String writableQuery() {
        return "SELECT CASE WHEN @@GLOBAL.read_only = 0 THEN 1 ELSE 0 END";
    }
}
