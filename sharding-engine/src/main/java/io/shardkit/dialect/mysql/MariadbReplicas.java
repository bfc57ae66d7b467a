package io.shardkit.dialect.mysql;

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

    @Override
    String[] columns() {
        return new String[] {"Slave_IO_Running", "Slave_SQL_Running", "Seconds_Behind_Master"};
    }
}
