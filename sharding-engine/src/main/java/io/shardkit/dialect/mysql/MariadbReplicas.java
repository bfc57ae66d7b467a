package io.shardkit.dialect.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * MariaDB's replication. A position is a list of its global transaction ids, one for each domain: the number of the domain,
 * of a server, and a sequence within the domain.
 */
final class MariadbReplicas extends MysqlReplicas {
    @Override
    public String positionQuery() {
        return "SELECT @@GLOBAL.gtid_binlog_pos";
    }

    @Override
    public String appliedQuery() {
        return "SELECT @@GLOBAL.gtid_slave_pos";
    }

    @Override
    public boolean reached(String applied, String written) {
        for (String id : written.split(",", -1)) {
            if (sequence(applied, domain(id)) < sequence(id)) {
                return false;
            }
        }
        return true;
    }

    private static long sequence(String position, String domain) {
        for (String id : position.split(",", -1)) {
            if (domain(id).equals(domain)) {
                return sequence(id);
            }
        }
        return -1;
    }

    private static String domain(String id) {
        return id.substring(0, Math.max(0, id.indexOf('-'))).strip();
    }

    private static long sequence(String id) {
        String number = id.substring(id.lastIndexOf('-') + 1).strip();
        return number.isEmpty() ? -1 : Long.parseLong(number);
    }

    @Override
    public String waitQuery() {
        return "SELECT MASTER_GTID_WAIT(?, ?)";
    }

    @Override
    public String statusQuery() {
        return "SHOW ALL SLAVES STATUS";
    }

    /** Rights that come by a role are not listed. */
    @Override
    public String statusRightQuery() {
        return "SELECT CURRENT_ROLE() IS NOT NULL OR EXISTS (SELECT 1 FROM information_schema.user_privileges WHERE"
                + " privilege_type IN ('SUPER', 'SLAVE MONITOR', 'REPLICATION CLIENT', 'REPLICATION SLAVE ADMIN'))";
    }

    /** The number of a server is only unique among those that replicate each other, and often 1. */
    @Override
    public String serverQuery() {
        return "SELECT CONCAT(@@GLOBAL.server_id, ':', @@GLOBAL.port)";
    }

    @Override
    public boolean namesAreUnique() {
        return false;
    }

    @Override
    Source source(ResultSet row, boolean whole) throws SQLException {
        return new Source(
                row.getString("Master_Server_Id") + ":" + row.getString("Master_Port"),
                row.getString("Master_Host"),
                whole);
    }

    @Override
    String[] columns() {
        return new String[] {"Slave_IO_Running", "Slave_SQL_Running", "Seconds_Behind_Master"};
    }
}
