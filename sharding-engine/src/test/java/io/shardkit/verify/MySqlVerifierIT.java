package io.shardkit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.execute.TimedPools;
import io.shardkit.options.Verification;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** On the servers that speak MySQL's SQL. */
@ParameterizedClass
@OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
class MySqlVerifierIT extends VerifierSuite {
    MySqlVerifierIT(TestDatabase database) {
        super(database);
    }

    @Test
    void aServerThatIsNotStrictIsWarnedOf() throws SQLException {
        create();
        reopen(config -> config.setConnectionInitSql("SET SESSION sql_mode = ''"));
        assertThat(found(Verification.FAST))
                .containsExactly(
                        "WARNING ds1: its sql_mode is not strict, so that it stores the nearest value where one"
                                + " does not fit");
    }

    @Test
    void otherTimeZonesAndCharacterSetsAreWarnedOf() throws SQLException {
        reopen(config -> config.setConnectionInitSql("SET SESSION time_zone = '+09:00'"));
        run("ds1", "ALTER DATABASE CHARACTER SET latin1 COLLATE latin1_bin");
        create();
        assertThat(found(Verification.FAST))
                .anySatisfy(
                        text -> assertThat(text).startsWith("WARNING ds1: its time zone is +09:00, and that of ds0"))
                .anySatisfy(
                        text -> assertThat(text).startsWith("WARNING ds1: its character set is latin1, and that of"))
                .anySatisfy(
                        text -> assertThat(text).startsWith("WARNING ds1: its collation is latin1_bin, and that of"))
                .anySatisfy(text -> assertThat(text).startsWith("ERROR ds1.t_order_0: its column name is "));
    }

    @Test
    void keysUnderCollationsWithoutRegardToCaseAreWarnedOf() throws SQLException {
        create();
        for (int i = 0; i < 2; i++) {
            both("ALTER TABLE t_order_" + i
                    + " MODIFY name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        }
        assertThat(found(rule("name", new HashModAlgorithm(2)), Verification.FAST))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("WARNING t_order: its sharding column name is varchar(20)")
                        .contains("rows whose key is not printable ASCII are refused"));
        for (int i = 0; i < 2; i++) {
            both("ALTER TABLE t_order_" + i
                    + " MODIFY name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_czech_ci");
        }
        assertThat(found(rule("name", new HashModAlgorithm(2)), Verification.FAST))
                .anySatisfy(text -> assertThat(text)
                        .startsWith("ERROR t_order: its sharding column name is varchar(20)")
                        .contains("by which the algorithm cannot place rows"));
    }

    @Test
    void whyATimestampIsNoKeyIsSaid() throws SQLException {
        reopen(config -> config.setConnectionInitSql("SET SESSION time_zone = '+09:00'"));
        create();
        for (int i = 0; i < 2; i++) {
            both("ALTER TABLE t_order_" + i + " MODIFY name TIMESTAMP NOT NULL");
        }
        List<Finding> findings =
                new Verifier(TimedPools.of(sources()), rule("name", new HashModAlgorithm(2))).verify(Verification.FAST);
        assertThat(findings).anySatisfy(finding -> assertThat(finding.toString())
                .contains("its sharding column name is timestamp, by which the algorithm cannot place rows")
                .contains("the same offset as their time zone"));
    }
}
