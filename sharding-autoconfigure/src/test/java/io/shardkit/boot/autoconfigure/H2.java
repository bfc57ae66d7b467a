package io.shardkit.boot.autoconfigure;

import java.util.UUID;

/** URLs of databases in memory that no other test sees. */
final class H2 {
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private H2() {}

    static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + OPTIONS;
    }
}
