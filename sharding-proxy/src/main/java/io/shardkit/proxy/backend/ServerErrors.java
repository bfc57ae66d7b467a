package io.shardkit.proxy.backend;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import java.sql.DataTruncation;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

/**
 * From exceptions to errors of the server: those of MySQL and MariaDB keep number and SQLState, and all others get a
 * number that has that meaning there, with the code of the refusal in the message.
 */
public final class ServerErrors {
    private static final int UNKNOWN = 1105;

    /** The exception of MySQL's driver for a statement that was killed; the server's own number is lost. */
    private static final String CANCELLED = "com.mysql.cj.jdbc.exceptions.MySQLStatementCancelledException";

    private ServerErrors() {}

    /** @param isNative whether the databases are MySQL or MariaDB, whose numbers are the client's */
    public static ServerError of(SQLException failure, boolean isNative) {
        String message = failure.getMessage() == null ? "The database gave no reason" : failure.getMessage();
        String state = failure.getSQLState();
        boolean stated = state != null && state.length() == 5;
        if (failure instanceof ShardingException refusal) {
            int number = number(refusal.errorCode());
            return new ServerError(number, state(number, stated ? state : "HY000"), message);
        }
        int code = failure.getErrorCode();
        if (isNative && code >= 1000 && code < 65_535 && (code < 2000 || code >= 3000)) {
            return failure instanceof DataTruncation
                    ? truncation(code, stated ? state : "HY000", withoutConnection(message))
                    : new ServerError(code, stated ? state : "HY000", withoutConnection(message));
        }
        if (failure instanceof SQLTransientConnectionException) {
            // The pool's words name the pool, which clients do not know.
            return new ServerError(1040, "08004", "Too many connections: none to a database was free in time");
        }
        if (failure.getClass().getName().equals(CANCELLED)) {
            return new ServerError(1317, "70100", "Query execution was interrupted");
        }
        int number = failure instanceof SQLTimeoutException ? 3024 : number(stated ? state : "");
        return new ServerError(
                number,
                state(number, stated ? state : "HY000"),
                withoutConnection(message).lines().findFirst().orElse(""));
    }

    /** MySQL's driver has one SQLState for all of these, and words of its own before the server's message. */
    private static ServerError truncation(int number, String state, String message) {
        String own =
                switch (number) {
                    case 1264, 1690 -> "22003";
                    case 1292, 1366, 1367 -> "22007";
                    case 1365 -> "22012";
                    case 1441 -> "22008";
                    case 3140, 3141, 3146 -> "22032";
                    default -> state;
                };
        String words = "Data truncation: ";
        return new ServerError(number, own, message.startsWith(words) ? message.substring(words.length()) : message);
    }

    /** The driver puts the connection's number before the server's message. */
    private static String withoutConnection(String message) {
        return message.startsWith("(conn=")
                ? message.substring(message.indexOf(')') + 1).strip()
                : message;
    }

    private static int number(ErrorCode code) {
        return switch (code) {
            case UNPARSABLE -> 1064;
            case TABLE_NOT_FOUND -> 1146;
            case SHARDING_COLUMN_NOT_FOUND -> 1054;
            case DUPLICATE_KEY -> 1062;
            case KEY_IS_NULL -> 1048;
            case READ_ONLY -> 1792;
            case DEADLINE_PASSED -> 3024;
            case NO_CONNECTION -> 1040;
            case INTERRUPTED -> 1317;
            case TOO_COMPLEX -> 1436;
            case ROW_LENGTH -> 1136;
            case CROSS_SOURCE_REFUSED, NOT_PREPARABLE -> 1235;
            default -> code.sqlState().equals("0A000") ? 1235 : UNKNOWN;
        };
    }

    /** The SQLStates that the server has for its numbers where ours would mean something else to a client. */
    private static String state(int number, String own) {
        return switch (number) {
            case 1235, 1064 -> "42000";
            case 1146 -> "42S02";
            case 1054 -> "42S22";
            case 1062, 1048, 1451, 1452 -> "23000";
            case 1136 -> "21S01";
            case 1317 -> "70100";
            case 1040 -> "08004";
            case 1213 -> "40001";
            default -> own;
        };
    }

    /** The number for what another database tells. */
    private static int number(String state) {
        return switch (state) {
            case "23505" -> 1062;
            case "23502" -> 1048;
            case "23503" -> 1452;
            case "40001", "40P01" -> 1213;
            case "42P01", "42S02", "42S04" -> 1146;
            case "42703", "42S22" -> 1054;
            case "42601", "42000", "42001" -> 1064;
            case "57014", "HYT00" -> 3024;
            case "25006" -> 1792;
            case "55P03" -> 1205;
            default -> UNKNOWN;
        };
    }
}
