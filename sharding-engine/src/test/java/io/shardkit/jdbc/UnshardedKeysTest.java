package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** On H2. */
class UnshardedKeysTest extends UnshardedKeysSuite {
    UnshardedKeysTest() {
        super(TestDatabase.H2);
    }

    @Test
    void aMergeBringsItsKeys() throws SQLException {
        assertThatThrownBy(() -> run("MERGE INTO t_country (name) KEY (name) VALUES ('a')"))
                .hasMessageStartingWith(ErrorCode.BROADCAST_WRITE.code())
                .hasMessageContaining("without id");
        assertThatThrownBy(() -> run("MERGE INTO t_audit (name) KEY (name) VALUES ('a')"))
                .hasMessageStartingWith("SK-2");
        run("MERGE INTO t_country (id, name, made) KEY (id) VALUES (1, 'a', '2024-01-02 03:04:05')");
    }
}
