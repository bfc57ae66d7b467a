package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlInput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Statistics of statements, as their endpoint answers. */
class StatementsViewTest {
    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = Shop.sharded(Shop.SHOWN, "shop.statistics=true");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    private static String first(ScriptedPage shown) {
        return ((DomElement) shown.page.querySelector("#statistics tbody th")).asNormalizedText();
    }

    @Test
    void theSlowestByTotalTimeIsTheFirst() throws IOException {
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole#/statements"))) {
            shown.await("statistics-basis", "120,000 executions, 5.2 min in total, of 2 instances");
            shown.await(
                    "statistics", "SELECT id FROM t_order WHERE user_id = ? 3.6 min 70.0 %", "90.0 k 2.4 ms", "180 k");
            assertThat(first(shown)).startsWith("SELECT id");
            shown.press("#statistics button[data-sort=errors]");
            shown.await(now -> ((DomElement) now.querySelector("#statistics tbody th"))
                    .asNormalizedText()
                    .startsWith("UPDATE t_order"));
            assertThat(((DomElement) shown.page.querySelector("#statistics th[aria-sort=descending]"))
                            .asNormalizedText())
                    .isEqualTo("errors");
            shown.press("#statistics button.row");
            shown.await("statistics", "2 errors, 10 refusals; the last: SK-2041", "Copy SQL", "Explain");
            ((HtmlInput) shown.page.getElementById("search")).type("update");
            shown.await(now -> now.querySelectorAll("#statistics button.row").size() == 1);
        }
    }

    @Test
    void resetAsksASecondTime() throws IOException {
        Shop.Application.resets.set(0);
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole#/statements"))) {
            shown.await("statistics", "SELECT id FROM t_order");
            shown.press("#reset-statements");
            shown.await("reset-statements", "Reset: sure?");
            assertThat(Shop.Application.resets).hasValue(0);
            shown.press("#reset-statements");
            shown.await(now -> Shop.Application.resets.get() == 1);
        }
    }

    @Test
    void theEndpointOfAnApplicationIsShownAndReset() throws IOException {
        String exposed = "management.endpoints.web.exposure.include=sharding,shardingconsole,shardingstatements";
        String changes = "management.endpoint.shardingstatements.access=unrestricted";
        try (Shop real = Shop.sharded(Shop.SHOWN, "sharding.statements.enabled=true", exposed, changes)) {
            for (int i = 0; i < 3; i++) {
                real.jdbc().queryForList("SELECT name FROM t_order WHERE user_id = " + i);
            }
            try (ScriptedPage shown = new ScriptedPage(real.url("shardingconsole#/statements"))) {
                shown.await("statistics", "SELECT name FROM t_order WHERE user_id = ?");
                shown.press("#reset-statements");
                shown.press("#reset-statements");
                shown.await(now ->
                        !now.getElementById("statistics").asNormalizedText().contains("SELECT name FROM t_order"));
            }
        }
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        try (Shop plain = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(plain.url("shardingconsole#/statements"))) {
            shown.await("statistics", "\"shardingstatements\" in management.endpoints.web.exposure.include");
            shown.await("ways", "statements");
        }
    }
}
