package io.shardkit.proxy.backend;

/**
 * An error as a server tells it.
 *
 * @param number one of the server's, never from 2000 to 2999, which are errors of clients
 * @param sqlState five characters
 */
public record ServerError(int number, String sqlState, String message) {
    public static final ServerError UNKNOWN_COMMAND = new ServerError(1047, "08S01", "Unknown command");
    public static final ServerError NO_DATABASE = new ServerError(1046, "3D000", "No database selected");
    public static final ServerError TOO_MANY_CONNECTIONS = new ServerError(1040, "08004", "Too many connections");
    public static final ServerError LOGIN_TIMEOUT =
            new ServerError(1159, "08S01", "Got timeout reading communication packets");
    public static final ServerError SHUTDOWN = new ServerError(1053, "08S01", "Server shutdown in progress");
    public static final ServerError EMPTY_QUERY = new ServerError(1065, "42000", "Query was empty");
    public static final ServerError TOO_LARGE =
            new ServerError(1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes");
    public static final ServerError MALFORMED = new ServerError(1835, "HY000", "Malformed communication packet.");

    public static ServerError unknownDatabase(String name) {
        return new ServerError(1049, "42000", "Unknown database '" + name + "'");
    }

    /** A user may not use a database; whether there is one of that name is not told. */
    public static ServerError databaseDenied(String user, String host, String name) {
        return new ServerError(
                1044, "42000", "Access denied for user '" + user + "'@'" + host + "' to database '" + name + "'");
    }

    /** A user has no rights to a table; whether there is one of that name is not told. */
    public static ServerError tableDenied(String command, String user, String host, String schema, String table) {
        return new ServerError(
                1142,
                "42000",
                command + " command denied to user '" + user + "'@'" + host + "' for table `" + schema + "`.`" + table
                        + "`");
    }

    /** A user has no rights to a function or procedure. */
    public static ServerError routineDenied(String user, String host, String schema, String routine) {
        return new ServerError(
                1370,
                "42000",
                "execute command denied to user '" + user + "'@'" + host + "' for routine '" + schema + "." + routine
                        + "'");
    }

    public static ServerError notSupported(String what) {
        return new ServerError(1235, "42000", "This server doesn't yet support '" + what + "'");
    }

    public static ServerError syntax(String near) {
        return new ServerError(
                1064,
                "42000",
                "You have an error in your SQL syntax; check the manual for the right syntax to use near '" + near
                        + "'");
    }

    public static ServerError unknownStatement(long id) {
        return new ServerError(
                1243, "HY000", "Unknown prepared statement handler (" + id + ") given to mysqld_stmt_execute");
    }
}
