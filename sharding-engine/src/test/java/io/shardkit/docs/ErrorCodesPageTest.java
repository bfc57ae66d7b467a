package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the error codes is made from the enum. */
class ErrorCodesPageTest {
    private static final int GROUP = 1000;

    @Test
    void pageIsWhatTheEnumSays() throws IOException {
        String page = DocsPage.template("error-codes.md");
        for (int group = 1; group <= 6; group++) {
            page = page.replace("{{" + group + "xxx}}", rows(group));
        }
        DocsPage.named("error-codes.md").isGenerated(page);
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(page).contains("</a>`" + code.code() + "` | `" + code.name() + "` |");
        }
    }

    @Test
    void exceptionsCarryWhatThePageSays() {
        for (ErrorCode code : ErrorCode.values()) {
            Throwable thrown = ShardingExceptions.of(code, "detail");
            assertThat(thrown).isInstanceOf(SQLException.class);
            SQLException exception = (SQLException) thrown;
            assertThat(thrown).isInstanceOf(ShardingException.class);
            assertThat(((ShardingException) thrown).errorCode()).isSameAs(code);
            assertThat(exception.getErrorCode()).isEqualTo(code.number());
            assertThat(exception.getSQLState()).isEqualTo(code.sqlState());
            assertThat(thrown)
                    .hasMessage(code.code() + ": " + code.reason() + ": detail. " + code.action())
                    .hasMessageStartingWith("SK-" + exception.getErrorCode());
        }
    }

    private static String rows(int group) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.number() / GROUP == group)
                .map(code -> "| " + anchor(code) + "`" + code.code() + "` | `" + code.name() + "` | " + code.reason()
                        + ". | " + code.action() + " | " + thrown(code) + " |")
                .collect(Collectors.joining(
                        "\n",
                        "| code | name | reason | what to do | thrown as |\n| --- | --- | --- | --- | --- |\n",
                        ""));
    }

    /** The anchor by which other pages, and the search of the site, lead to a code. */
    private static String anchor(ErrorCode code) {
        return "<a id=\"" + code.code().toLowerCase(Locale.ROOT) + "\"></a>";
    }

    /** The JDBC class that an application would catch, with its SQLState. */
    private static String thrown(ErrorCode code) {
        Class<?> type = ShardingExceptions.of(code, "").getClass().getSuperclass();
        return "`" + type.getSimpleName() + "`, " + code.sqlState();
    }
}
