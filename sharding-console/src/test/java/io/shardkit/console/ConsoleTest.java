package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.htmlunit.Page;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** The page in an application, driven by a browser without a screen. */
class ConsoleTest {
    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = Shop.sharded(Shop.SHOWN);
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void showsWhereTheWorkGoes() throws IOException {
        for (int i = 0; i < 80; i++) {
            shop.jdbc().update("INSERT INTO t_order VALUES (?, 1, 'hot')", 1001 + 2 * i);
        }
        shop.jdbc().queryForList("SELECT id FROM t_order ORDER BY id");
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            HtmlPage page = shown.page;
            shown.await("sources", "(hot)", "t_order_0", "ds0", "ds1", "reachable");
            shown.await("state", "Live");
            shown.await(now -> {
                DomElement hot = now.querySelector(".unit.hot");
                return hot != null
                        && hot.getAttribute("data-unit").equals("ds1.t_order_1")
                        && now.querySelectorAll(".unit").size() == 4;
            });
            shown.await("verdict", "Look at this", "ds1.t_order_1 is hot");
            shown.await("tiles", "Hottest unit ds1.t_order_1", "Data sources down 0 of 2", "In doubt 0");
            shown.await("instance", "process " + ProcessHandle.current().pid());
            shown.press("#by-rows");
            shown.await("heat-of", "estimated rows");
            shown.press("#pause");
            shown.await("state", "Paused");
            assertThat(page.getElementById("pause").getAttribute("aria-pressed"))
                    .isEqualTo("true");
        }
    }

    @Test
    void hasAViewForEachQuestion() throws IOException {
        shop.jdbc().update("INSERT INTO t_order VALUES (4002, 2, 'Ada')");
        shop.jdbc().queryForList("SELECT id FROM t_order ORDER BY id");
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole#/statements"))) {
            shown.await("title", "Statements");
            shown.await("ways", "one_unit", "scatter");
            shown.await("largest", "SELECT id FROM t_order ORDER BY id");
            shown.press(".views a[data-view=tables]");
            shown.await("topology", "t_order", "user_id: mod, shard count 2", "t_country", "ds0");
            shown.await("leases", "order-keys", "ds0.sharding_worker", "held");
            assertThat(shown.page.getElementById("ways").isDisplayed()).isFalse();
            shown.press(".views a[data-view=transactions]");
            shown.await("doubt", "No transaction is in doubt.");
            shown.press(".views a[data-view=databases]");
            shown.await("databases", "ds0 reachable H2 2.", "ds1 reachable H2 2.");
            shown.await("pools", "ds0", "of 10");
            shown.await("replicas", "No data source has a replica.");
        }
    }

    /** It refreshes itself by one timer, and beside that may ask for advice. */
    @Test
    void goesOnOnceAfterPauses() throws IOException {
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            shown.await("state", "Live");
            for (int i = 0; i < 5; i++) {
                shown.press("#pause");
                shown.await("state", "Paused");
                shown.press("#pause");
                shown.await("state", "Live");
            }
            shown.await(now -> shown.jobs() == 1 || shown.jobs() == 2);
        }
    }

    @Test
    void explainsAndShowsRefusals() throws IOException {
        assertThatThrownBy(() -> shop.jdbc().update("UPDATE t_order SET user_id = user_id + 1"))
                .isInstanceOf(DataAccessException.class);
        shop.jdbc().queryForList("SELECT id FROM t_order WHERE name > ?", "x");
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole#/explain"))) {
            HtmlPage page = shown.page;
            ((HtmlTextArea) page.getElementById("sql")).setText("SELECT name FROM t_order WHERE user_id = ?");
            ((HtmlInput) page.getElementById("parameters")).setValue("7");
            shown.press("#explain button");
            shown.await(
                    "plan",
                    "Way:",
                    "2 statements",
                    "Cheaper with a condition t_order.id = ?",
                    "t_order_0",
                    "t_order_1",
                    "equality on");
            ((HtmlTextArea) page.getElementById("sql")).setText("<img src=x onerror=alert(1)>");
            shown.press("#explain button");
            shown.await("plan", "SK-");
            assertThat(page.querySelectorAll("#plan img")).isEmpty();
            shown.press(".views a[data-view=refusals]");
            shown.await("refusals", "SK-20", "UPDATE t_order SET user_id = user_id + ?");
            shown.press("#refusals h3 a");
            shown.await("code", "What to do:", "SQLState 0A000");
            shown.press(".views a[data-view=statements]");
            shown.await(
                    "largest", "with a condition t_order.user_id = ? AND t_order.id = ?: 1 unit instead of 4 units");
        }
    }

    /** Every part can be reached by its heading or label, and nothing comes from elsewhere. */
    @Test
    void pageIsSelfContainedAndLabelled() throws IOException {
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            HtmlPage page = shown.page;
            assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
            page.querySelectorAll("section").forEach(section -> assertThat(
                            page.getElementById(((DomElement) section).getAttribute("aria-labelledby")))
                    .isNotNull());
            page.querySelectorAll("input, textarea").forEach(field -> assertThat(
                            (Object) page.querySelector("label[for=" + ((DomElement) field).getAttribute("id") + "]"))
                    .isNotNull());
            assertThat(page.getWebResponse().getContentAsString()).doesNotContain("http:", "https:", "onclick");
            assertThat(page.getWebResponse().getContentType()).isEqualTo("text/html");
            for (String part : List.of("page.js", "console.js", "audit.js", "statements.js", "console.css")) {
                Page asset = shown.other(shop.url("shardingconsole/" + part));
                assertThat(asset.getWebResponse().getContentAsString())
                        .doesNotContain("https:", "innerHTML", "eval(", "@import");
            }
            Page other = shown.other(shop.url("shardingconsole/nothing"));
            assertThat(other.getWebResponse().getStatusCode()).isEqualTo(404);
        }
    }

    @Test
    void isOffUnlessItsAccessIsSet() throws IOException {
        try (Shop plain = Shop.sharded();
                ScriptedPage none = new ScriptedPage(plain.url("shardingconsole"))) {
            assertThat(plain.context().getBeanNamesForType(Traffic.class)).isEmpty();
            assertThat(none.page.getWebResponse().getStatusCode()).isEqualTo(404);
        }
    }
}
