package io.shardkit.proxy.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DataTruncation;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

/** Clients get a number and an SQLState of the server's, and no names of what is inside. */
class ServerErrorsTest {
    @Test
    void errorsOfTheServerAreAsItSentThem() {
        assertThat(ServerErrors.of(new SQLException("(conn=11) No such table", "42S02", 1146), true))
                .isEqualTo(new ServerError(1146, "42S02", "No such table"));
    }

    /** MySQL's driver makes one class of several errors. */
    @Test
    void truncationsHaveTheStateOfTheServer() {
        SQLException truncation = new DataTruncation(1, false, false, 0, 0) {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                return "Data truncation: Out of range value for column 'a' at row 1";
            }

            @Override
            public int getErrorCode() {
                return 1264;
            }
        };
        assertThat(ServerErrors.of(truncation, true))
                .isEqualTo(new ServerError(1264, "22003", "Out of range value for column 'a' at row 1"));
    }

    @Test
    void failuresOfPoolsAndConnectionsNameNothingInside() {
        SQLException full = new SQLTransientConnectionException("ds0-changed - Connection is not available", null, 0);
        assertThat(ServerErrors.of(full, true).number()).isEqualTo(1040);
        assertThat(ServerErrors.of(full, true).message()).doesNotContain("ds0-changed");
        SQLException lost = new SQLException("Communications link failure\n\nThe last packet sent", "08S01", 0);
        assertThat(ServerErrors.of(lost, true))
                .isEqualTo(new ServerError(1105, "08S01", "Communications link failure"));
        assertThat(ServerErrors.of(new SQLException(), true))
                .isEqualTo(new ServerError(1105, "HY000", "The database gave no reason"));
    }
}
