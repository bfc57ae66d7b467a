package io.shardkit.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Scopes nest, end in order, and belong to one thread. */
@SuppressWarnings("try") // the scopes are there to be open
class ShardingHintTest {

    private static ShardingHint now() {
        return Objects.requireNonNull(ShardingHint.current());
    }

    @Test
    void innerScopesAddToOuterOnesAndEndBeforeThem() {
        assertThat(ShardingHint.current()).isNull();
        try (ShardingHint outer = ShardingHint.database("T_Order", 7)) {
            try (ShardingHint inner = ShardingHint.dataSource("ds1")) {
                assertThat(now()).isSameAs(inner);
                assertThat(now().databaseValue("t_order")).isEqualTo(7);
                assertThat(now().dataSourceName()).isEqualTo("ds1");
                try (ShardingHint again = ShardingHint.database("t_order", 8);
                        ShardingHint scatter = ShardingHint.allowScatter()) {
                    assertThat(now().databaseValue("t_order")).isEqualTo(8);
                    assertThat(now().tableValue("t_order")).isNull();
                    assertThat(ShardingHint.allowsScatter()).isTrue();
                    assertThat(again.dataSourceName()).isEqualTo("ds1");
                    assertThat(scatter).hasToString(now().toString());
                }
                assertThat(now().databaseValue("t_order")).isEqualTo(7);
            }
            assertThat(now()).isSameAs(outer);
            assertThat(now().dataSourceName()).isNull();
            assertThat(ShardingHint.allowsScatter()).isFalse();
        }
        assertThat(ShardingHint.current()).isNull();
    }

    @Test
    void closesOnceAndInOrder() {
        ShardingHint outer = ShardingHint.table("t", 1);
        ShardingHint inner = ShardingHint.table("t", 2);
        assertThatThrownBy(outer::close).isInstanceOf(IllegalStateException.class);
        CompletableFuture<Boolean> elsewhere = CompletableFuture.supplyAsync(() -> {
            assertThat(ShardingHint.current()).isNull();
            assertThatThrownBy(inner::close).isInstanceOf(IllegalStateException.class);
            return true;
        });
        assertThat(elsewhere.join()).isTrue();
        inner.close();
        inner.close();
        assertThat(now()).isSameAs(outer);
        outer.close();
        assertThat(ShardingHint.current()).isNull();
        try (ShardingHint next = ShardingHint.table("t", 3)) {
            outer.close();
            assertThat(now()).isSameAs(next);
        }
    }

    @Test
    void showsNoValues() {
        try (ShardingHint hint = ShardingHint.database("t_order", "secret")) {
            assertThat(hint.toString()).contains("t_order").doesNotContain("secret");
        }
    }
}
