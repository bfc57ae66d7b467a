package io.shardkit.error;

import static org.assertj.core.api.Assertions.assertThat;

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
            assertThat(code.exception("the detail"))
                    .hasMessageContainingAll(code.code(), code.reason(), "the detail", code.action())
                    .isInstanceOf(ShardingException.class)
                    .satisfies(exception -> assertThat(exception.getErrorCode()).isEqualTo(code.number()))
                    .satisfies(exception -> assertThat(exception.getSQLState()).isEqualTo(code.sqlState()));
        }
    }
}
