package io.shardkit.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Applications match codes: each stands for one reason. */
class ErrorCodeTest {

    @Test
    void noTwoReasonsShareANumber() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number)).doesNotHaveDuplicates();
    }

    @Test
    void everyExceptionCarriesItsCodeReasonAndAction() {
        for (ErrorCode code : ErrorCode.values()) {
            SQLException exception = ShardingExceptions.of(code, "the detail");
            assertThat(exception.getMessage()).contains(code.code(), code.reason(), "the detail", code.action());
            assertThat(exception.getErrorCode()).isEqualTo(code.number());
            assertThat(exception.getSQLState()).isEqualTo(code.sqlState());
            assertThat(((ShardingException) exception).errorCode()).isSameAs(code);
        }
    }
}
