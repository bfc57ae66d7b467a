package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.HeatState;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The page of the traffic, driven by a browser without a screen. */
class HeatPageTest {
    private static final String PAGE = "shardingconsole/heat";

    @Test
    void showsTheHottestValuesTheSkewAndTheCommand() throws IOException {
        try (Shop shop = Shop.moving(Shop.SHOWN, "sharding.heat.enabled=true", "sharding.heat.sample=1")) {
            for (int i = 0; i < 300; i++) {
                shop.jdbc().queryForList("SELECT name FROM t_order WHERE user_id = ?", i % 2);
            }
            HeatState state = shop.context().getBean(ShardingDataSource.class).heat();
            assertThat(state.remedies()).isNotEmpty();
            try (ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
                shown.await("state", "Live");
                shown.await("basis", " of 1 instance.");
                shown.await("tables", "t_order", "user_id", "\u00b1 0.0", "ds0.t_order_1", "times the mean of 4");
                shown.await("statements", "SELECT name FROM t_order WHERE user_id = ?");
                shown.await("remedies", String.valueOf(state.remedies().get(0).command()));
            }
        }
    }

    @Test
    void saysThatNothingIsCountedUnlessItIsAskedFor() throws IOException {
        try (Shop shop = Shop.moving(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "Live");
            shown.await("basis", "Nothing is counted. Set sharding.heat.enabled=true.");
        }
    }

    @Test
    void saysThatTheEndpointIsNotExposed() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "The endpoint \"shardingheat\" is not exposed");
        }
    }
}
