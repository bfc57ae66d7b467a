package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Takes connections out of their pool whose server has become read-only, as the server of a primary does when another one
 * is promoted: new connections then go to the server that has its address.
 */
public final class ReadOnlyServers implements SQLExceptionOverride {
    /** PostgreSQL's for any write in a read-only transaction, which those of a standby are. */
    private static final String READ_ONLY = "25006";

    /** MySQL's and MariaDB's for a server that runs with read_only, or for one with super_read_only. */
    private static final int READ_ONLY_OPTION = 1290;

    private static final int READ_ONLY_MODE = 1836;

    @java.lang.Override
    public Override adjudicate(SQLException failure) {
        return READ_ONLY.equals(failure.getSQLState())
                        || failure.getErrorCode() == READ_ONLY_OPTION
                        || failure.getErrorCode() == READ_ONLY_MODE
                ? Override.MUST_EVICT
                : Override.CONTINUE_EVICT;
    }
}
