package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on SQL support is made from its examples, and each of them does what the page says. */
class SqlSupportPageTest {

    @Test
    void pageIsWhatTheExamplesSay() throws IOException {
        String page = DocsPage.template("sql-support.md");
        for (Map.Entry<String, List<SqlExample>> section : SqlExample.sections().entrySet()) {
            String place = "{{" + section.getKey() + "}}";
            assertThat(page).contains(place);
            String head = section.getValue().get(0).head();
            page = page.replace(
                    place,
                    section.getValue().stream().map(SqlExample::row).collect(Collectors.joining("\n", head, "")));
        }
        assertThat(page).doesNotContain("{{");
        DocsPage.named("sql-support.md").isGenerated(page);
    }

    static Stream<SqlExample> supported() {
        return SqlExample.all().stream().filter(SqlExample::runs);
    }

    static Stream<SqlExample> gathered() {
        return supported().filter(SqlExample::gathers);
    }

    static Stream<SqlExample> refused() {
        return SqlExample.all().stream().filter(example -> !example.runs());
    }

    @ParameterizedTest
    @MethodSource("supported")
    void runsAndAnswersAsOneDatabase(SqlExample example) throws SQLException {
        try (Shop shop = new Shop()) {
            if (example.isQuery()) {
                List<List<@Nullable Object>> rows = Shop.read(shop.sharded, example.sql());
                assertThat(rows).isNotEmpty();
                assertSame(
                        rows,
                        Shop.read(shop.whole(), example.sql()),
                        example.sql().contains("ORDER BY"));
                if (!example.gathers()) {
                    assertThat(shop.calls).hasSize(example.asks());
                }
            } else {
                int count = Shop.run(shop.sharded, example.sql());
                if (!example.gathers()) {
                    assertThat(shop.calls).hasSize(example.asks());
                }
                assertThat(count).isEqualTo(Shop.run(shop.whole(), example.sql()));
                for (String table : Shop.TABLES) {
                    String all = "SELECT * FROM " + table;
                    assertSame(Shop.read(shop.sharded, all), Shop.read(shop.whole(), all), false);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("gathered")
    void gathersOnlyWhereAndAsMuchAsItMay(SqlExample example) throws SQLException {
        assertRefused(example, gathering(false, 100), example.code());
        assertThat(assertRefused(example, gathering(true, 1), ErrorCode.GATHER_TOO_LARGE))
                .hasMessageContaining("export --engine duckdb --table t_");
    }

    private static Limits gathering(boolean enabled, long maxRows) {
        Limits limits = Limits.DEFAULTS;
        return Limits.builder()
                .gatherEnabled(enabled)
                .gatherMaxRows(maxRows)
                .maxUnits(limits.maxUnits())
                .maxMergedRows(limits.maxMergedRows())
                .maxOffset(limits.maxOffset())
                .writesWithoutCondition(limits.writesWithoutCondition())
                .timeoutSeconds(limits.timeoutSeconds())
                .upserts(limits.upserts())
                .build();
    }

    private static Throwable assertRefused(SqlExample example, Limits limits, @Nullable ErrorCode code)
            throws SQLException {
        try (Shop shop = new Shop(limits)) {
            Throwable refusal = catchThrowable(() -> {
                if (example.isQuery()) {
                    Shop.read(shop.sharded, example.sql());
                } else {
                    Shop.run(shop.sharded, example.sql());
                }
            });
            assertThat(refusal).isInstanceOf(ShardingException.class);
            assertThat(((ShardingException) refusal).errorCode()).isSameAs(code);
            return refusal;
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedWithItsCode(SqlExample example) throws SQLException {
        try (Shop shop = new Shop()) {
            Throwable refusal = catchThrowable(() -> {
                if (example.isQuery()) {
                    Shop.read(shop.sharded, example.sql());
                } else {
                    Shop.run(shop.sharded, example.sql());
                }
            });
            assertThat(refusal).isInstanceOf(SQLException.class).isInstanceOf(ShardingException.class);
            assertThat(((ShardingException) refusal).errorCode()).isSameAs(example.code());
            if (!example.elsewhere()) {
                // Worth a place on the page only if an unsharded database would run it.
                if (example.isQuery()) {
                    Shop.read(shop.whole(), example.sql());
                } else {
                    Shop.run(shop.whole(), example.sql());
                }
            }
        }
    }

    private static void assertSame(
            List<List<@Nullable Object>> actual, List<List<@Nullable Object>> expected, boolean ordered) {
        if (ordered) {
            assertThat(actual).isEqualTo(expected);
        } else {
            assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
        }
    }
}
