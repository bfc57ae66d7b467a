package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page of the audit in an application that is not sharded. */
class AuditPageTest {
    private static Shop shop;

    @BeforeAll
    static void start() {
        shop = Shop.audited(Shop.SHOWN);
        for (int i = 0; i < 6; i++) {
            shop.jdbc().update("INSERT INTO t_order VALUES (?, ?, 'Ada')", i, i % 3);
            shop.jdbc().queryForList("SELECT name FROM t_order WHERE user_id = ?", i);
        }
        shop.jdbc().queryForList("SELECT RANK() OVER (ORDER BY name) FROM t_order");
        shop.jdbc().queryForList("SELECT name FROM t_order WHERE name = '<img src=x onerror=alert(1)>'");
        shop.jdbc().update("UPDATE t_order SET user_id = user_id + 1");
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void showsWhatTheReportSays() throws IOException {
        try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            HtmlPage page = shown.page;
            shown.await("state", "17 executions of 7 statements");
            shown.await("ways", "refused 1", "gather 1", "scatter", "one_unit 6");
            shown.await("columns", "user_id", "t_order", "70.6 %", "12");
            shown.await(
                    "statements",
                    "refused: 1 execution",
                    "scatter: 6 executions",
                    "UPDATE t_order SET user_id = user_id + ?",
                    "2 units at most",
                    "2 of the 4 actual tables of t_order",
                    "a condition t_order.id = ?");
            assertThat(page.querySelectorAll("#statements > li")).hasSize(7);
            assertThat(page.querySelectorAll("img")).isEmpty();
            shown.press("button[data-way=gather]");
            assertThat(page.querySelectorAll("#statements > li")).hasSize(1);
            assertThat(page.getElementById("statements").asNormalizedText()).contains("RANK() OVER");
            shop.jdbc().update("UPDATE t_order SET name = 'Bob' WHERE id = 1 AND user_id = 1");
            shown.press("#again");
            shown.await("state", "18 executions of 8 statements");
            assertThat(page.querySelectorAll("#statements > li")).hasSize(1);
            assertThat(((HtmlAnchor) page.querySelector("p a"))
                            .click()
                            .getWebResponse()
                            .getContentAsString())
                    .startsWith("# Sharding audit");
        }
    }

    @Test
    void isOffUnlessItsAccessIsSet() throws IOException {
        try (Shop plain = Shop.audited();
                ScriptedPage none = new ScriptedPage(plain.url("shardingconsole"))) {
            assertThat(none.page.getWebResponse().getStatusCode()).isEqualTo(404);
        }
    }

    @Test
    void isNotThereUnlessTheAuditRuns() throws IOException {
        try (Shop plain = Shop.sharded(Shop.SHOWN);
                ScriptedPage console = new ScriptedPage(plain.url("shardingconsole"))) {
            assertThat(console.page.getTitleText()).isEqualTo("Overview");
            assertThat(console.other(plain.url("shardingaudit"))
                            .getWebResponse()
                            .getStatusCode())
                    .isEqualTo(404);
        }
    }

    /** The page says what to do if it may be shown and the report may not. */
    @Test
    void saysThatTheReportIsNotExposed() throws IOException {
        try (Shop hidden = Shop.audited(Shop.SHOWN, "management.endpoint.shardingaudit.access=none");
                ScriptedPage shown = new ScriptedPage(hidden.url("shardingconsole"))) {
            shown.await("state", "\"shardingaudit\" is not exposed");
        }
    }
}
