package io.shardkit.sql;

import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.List;

/** Reads SHOW of what is the same on every database: settings and abilities of the server. */
final class ShowReader {
    private static final String[] SERVER = {
        "VARIABLES",
        "ENGINES",
        "COLLATION",
        "CHARSET",
        "CHARACTER",
        "PLUGINS",
        "SERVER_VERSION",
        "SERVER_VERSION_NUM",
        "SERVER_ENCODING",
        "CLIENT_ENCODING",
        "DATESTYLE",
        "SEARCH_PATH",
        "STANDARD_CONFORMING_STRINGS",
        "TIMEZONE",
        "TRANSACTION_ISOLATION",
        "MAX_IDENTIFIER_LENGTH"
    };

    private ShowReader() {}

    static boolean isShow(SqlText text) {
        return text.is(0, "SHOW");
    }

    static ParsedStatement read(SqlText text) throws SQLException {
        int what = text.isOneOf(1, "SESSION", "GLOBAL", "LOCAL") ? 2 : 1;
        boolean transaction = text.is(1, "TRANSACTION") && text.is(2, "ISOLATION") && text.is(3, "LEVEL");
        boolean zone = text.is(1, "TIME") && text.is(2, "ZONE");
        if (!text.isOneOf(what, SERVER) && !transaction && !zone) {
            throw ErrorCode.UNSUPPORTED_STATEMENT.exception(text.word(0) + " " + text.word(what));
        }
        if (text.find(0, text.size(), 0, ";") >= 0) {
            throw ErrorCode.SEVERAL_STATEMENTS.exception("");
        }
        return new ParsedStatement.Query(text, List.of(), List.of(), List.of(), null, false, List.of());
    }
}
