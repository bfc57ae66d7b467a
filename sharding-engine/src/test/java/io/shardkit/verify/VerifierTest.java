package io.shardkit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.options.Verification;
import io.shardkit.rule.PlacedKeyAlgorithm;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifierTest extends VerifierSuite {
    VerifierTest() {
        super(TestDatabase.H2);
    }

    @Test
    void otherIsolationIsWarnedOf() throws SQLException {
        create();
        reopen(config -> config.setTransactionIsolation("TRANSACTION_SERIALIZABLE"));
        assertThat(found(Verification.FAST))
                .containsExactly(
                        "WARNING ds1: its transaction isolation is SERIALIZABLE, and that of ds0 is READ COMMITTED");
    }

    @Test
    void keysWithoutRegardToCaseAreWarnedOf() throws SQLException {
        create();
        for (int i = 0; i < 2; i++) {
            both("ALTER TABLE t_order_" + i + " ALTER COLUMN name VARCHAR_IGNORECASE(20)");
        }
        assertThat(found(rule("name", new HashModAlgorithm(2)), Verification.FAST))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("WARNING t_order: its sharding column name is ")
                        .endsWith("rows whose key is not printable ASCII are refused"));
    }

    @Test
    void keysThatTheColumnCannotHaveAreFound() throws SQLException {
        create();
        assertThat(found(
                        rule("user_id", new PlacedKeyAlgorithm(new HashModAlgorithm(2), 2, Map.of("acme", 1))),
                        Verification.FAST))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("ERROR t_order: its sharding column user_id is ")
                        .endsWith(", and 'acme' is not how one of its values is written"));
    }
}
