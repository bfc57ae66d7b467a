package io.shardkit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.options.Verification;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresqlVerifierIT extends VerifierSuite {
    PostgresqlVerifierIT() {
        super(TestDatabase.POSTGRESQL);
    }

    @Test
    void otherTimeZonesAreWarnedOf() throws SQLException {
        create();
        reopen(config -> config.setConnectionInitSql("SET TIME ZONE 'Asia/Tokyo'"));
        assertThat(found(Verification.FAST))
                .singleElement()
                .asString()
                .startsWith("WARNING ds1: its time zone is Asia/Tokyo, and that of ds0 is ");
    }
}
