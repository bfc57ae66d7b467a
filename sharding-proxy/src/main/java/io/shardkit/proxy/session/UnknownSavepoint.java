package io.shardkit.proxy.session;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;

/** Tells of a savepoint that is not there in the words of the server, which clients know by their number. */
final class UnknownSavepoint {
    private static final int DOES_NOT_EXIST = 1305;

    private UnknownSavepoint() {}

    /** The server's error if that is what the engine has refused a statement for, or else the refusal. */
    static SQLException of(ClientText text, SQLException refusal) {
        if (!(refusal instanceof ShardingException own) || own.errorCode() != ErrorCode.INVALID_ARGUMENT) {
            return refusal;
        }
        Words words = new Words(text.sql());
        int to = words.is(1, "WORK") ? 2 : 1;
        boolean named = words.are(0, "RELEASE", "SAVEPOINT") || (words.is(0, "ROLLBACK") && words.is(to, "TO"));
        return named
                ? new SQLException(
                        "SAVEPOINT " + words.unquoted(words.size() - 1) + " does not exist",
                        "42000",
                        DOES_NOT_EXIST,
                        refusal)
                : refusal;
    }
}
