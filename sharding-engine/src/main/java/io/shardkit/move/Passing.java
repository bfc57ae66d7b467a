package io.shardkit.move;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Tells failures that pass by themselves from those that have to be put right. */
final class Passing {
    /** MySQL: lock wait timeout, server shutting down, read-only, too many connections. */
    private static final Set<Integer> CODES = Set.of(1205, 1053, 1290, 1040, 1203);

    private Passing() {}

    static boolean is(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLTimeoutException
                || state.startsWith("08")
                || state.startsWith("40")
                || state.startsWith("57")
                || state.startsWith("55P03")
                || state.equals("25P03")
                || state.startsWith("HYT00")
                || state.equals("90067")
                || state.equals("70100")
                || CODES.contains(failure.getErrorCode());
    }
}
