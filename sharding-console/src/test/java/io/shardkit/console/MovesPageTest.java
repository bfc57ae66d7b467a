package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.move.MoveRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlCheckBoxInput;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.Test;

/** The page of moves, driven by a browser without a screen. */
class MovesPageTest {
    private static final String PAGE = "shardingconsole/moves";
    private static final String WRITES = "management.endpoint.shardingmoves.access=unrestricted";

    private static void fill(ScriptedPage shown, String units, String to) {
        ((HtmlTextArea) shown.page.getElementById("units")).setText(units);
        ((HtmlInput) shown.page.getElementById("to")).setValue(to);
    }

    /** Presses a button, and answers the second question. */
    private static void press(ScriptedPage shown, String action, String answer) throws IOException {
        shown.await(now -> now.querySelector(action) != null);
        shown.press(action);
        shown.await(now -> now.getElementById("ask").hasAttribute("open"));
        shown.press(answer);
        shown.await(now -> !now.getElementById("ask").hasAttribute("open"));
    }

    private static void press(ScriptedPage shown, String action) throws IOException {
        press(shown, "button[data-action=" + action + "]", "#ask-yes");
    }

    private static void awaitPhase(ScriptedPage shown, String phase) {
        shown.await(now -> now.querySelector("[data-phase=" + phase + "]") != null);
    }

    @Test
    void drivesAMoveThereAndBack() throws IOException, SQLException {
        try (Shop shop = Shop.moving(Shop.SHOWN, WRITES);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "Live");
            shown.await("moves", "No tables are moving.");
            shown.await("rule", "Epoch 1, stored on ds0");
            shown.await("members", "shop-1 (this one)", "running");
            fill(shown, "ds0.t_order_1", "ds1");
            shown.press("#check");
            shown.await("checked", "Nothing stands in the way.", "ds0.t_order_1", "10");
            ((HtmlCheckBoxInput) shown.page.getElementById("by-hand")).click();
            press(shown, "#begin", "#ask-no");
            assertThat(shop.context().getBean(ShardingDataSource.class).moves().list())
                    .isEmpty();
            press(shown, "#begin", "#ask-yes");
            awaitPhase(shown, "READY");
            shown.await("said", "Begun: the move m");
            shown.await("moves", "From ds0 to ds1.", "10 of about 10", "changes to copy again");
            assertThat(((DomElement) shown.page.querySelector("#moves [aria-current=step]")).getTextContent())
                    .isEqualTo("ready");
            press(shown, "button[data-action=switch]", "#ask-no");
            press(shown, "switch");
            awaitPhase(shown, "SWITCHED");
            shown.await("moves", "On ds1; the way to ds0 is open.", "last pause");
            shown.await("rule", "Epoch 2");
            press(shown, "back");
            shown.await("moves", "On ds0; the way to ds1 is open.");
            assertThat(((HtmlElement) shown.page.querySelector("button[data-action=back]")).getTextContent())
                    .isEqualTo("Go to the target again");
            press(shown, "complete");
            shown.await("moves", "No tables are moving.");
            assertThat(shop.jdbc().queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(40);
        }
    }

    @Test
    void showsTheWantedRuleAndIsolatesAKey() throws IOException, SQLException {
        try (Shop shop = Shop.moving(
                        Shop.SHOWN,
                        WRITES,
                        "sharding.next.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}, ds1.t_order_{2..5}",
                        "sharding.next.tables.t_order.table-strategy.sharding-column=user_id",
                        "sharding.next.tables.t_order.table-strategy.algorithm=modulo");
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("next", "t_order", "ds1.t_order_{2..5}");
            shown.press("#reshard [data-starts=false]");
            shown.await("next-checked", "Nothing stands in the way.", "Estimated from 40 of 40 rows", "ds1.t_order_5");
            press(shown, "#reshard [data-starts=true]", "#ask-no");
            assertThat(shop.context().getBean(ShardingDataSource.class).moves().list())
                    .isEmpty();
            press(shown, "#reshard [data-starts=true]", "#ask-yes");
            awaitPhase(shown, "SWITCHED");
            shown.await("moves", "t_order", "Where the wanted rule has them, on ds0, ds1.");
            shown.await("next", "All tables are as the rule");
            press(shown, "complete");
            shown.await("moves", "No tables are moving.");
            ((HtmlInput) shown.page.getElementById("key-table")).setValue("t_order");
            ((HtmlInput) shown.page.getElementById("key")).setValue("7");
            ((HtmlInput) shown.page.getElementById("key-to")).setValue("ds0");
            shown.press("#isolate [data-starts=false]");
            shown.await("isolate-checked", "Nothing stands in the way.", "ds0.t_order_k7");
            assertThat(shop.jdbc().queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(40);
        }
    }

    @Test
    void haltsResumesCancelsAndShowsRefusals() throws IOException {
        try (Shop shop = Shop.moving(Shop.SHOWN, WRITES);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "Live");
            fill(shown, "ds0.<img src=x onerror=alert(1)>", "ds1");
            shown.press("#check");
            shown.await("checked", "SK-1024", "<img", "is not an actual table");
            fill(shown, "ds0.t_order_0, ds0.t_order_1", "ds1");
            ((HtmlCheckBoxInput) shown.page.getElementById("by-hand")).click();
            press(shown, "#begin", "#ask-yes");
            awaitPhase(shown, "READY");
            fill(shown, "ds1.t_order_2", "ds0");
            press(shown, "#begin", "#ask-yes");
            shown.await("said", "SK-1024", "another move is under way");
            press(shown, "halt");
            awaitPhase(shown, "HALTED");
            press(shown, "resume");
            awaitPhase(shown, "READY");
            press(shown, "cancel");
            shown.await("moves", "No tables are moving.");
            assertThat(shown.page.querySelectorAll("main img")).isEmpty();
        }
    }

    @Test
    void hasNoButtonsWhereMovesMayOnlyBeSeen() throws Exception {
        try (Shop shop = Shop.moving(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shop.context()
                    .getBean(ShardingDataSource.class)
                    .moves()
                    .start(MoveRequest.of(List.of("ds0.t_order_1"), "ds1").switchedByHand());
            awaitPhase(shown, "READY");
            HtmlPage page = shown.page;
            assertThat(page.querySelectorAll("button[data-action]")).isEmpty();
            assertThat(page.getElementById("start").hasAttribute("hidden")).isTrue();
            assertThat(page.getElementById("read-only").hasAttribute("hidden")).isFalse();
        }
    }

    @Test
    void saysThatTheEndpointIsNotExposed() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "\"shardingmoves\" is not exposed");
            assertThat(shown.other(shop.url("shardingconsole")).getWebResponse().getContentAsString())
                    .contains("href=\"shardingconsole/moves\"");
        }
    }

    @Test
    void isNoPageOfAnAudit() throws IOException {
        try (Shop shop = Shop.audited(Shop.SHOWN);
                ScriptedPage audit = new ScriptedPage(shop.url("shardingconsole"))) {
            assertThat(audit.other(shop.url(PAGE)).getWebResponse().getStatusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void isSelfContainedAndLabelled() throws IOException {
        try (Shop shop = Shop.moving(Shop.SHOWN, WRITES);
                ScriptedPage shown = new ScriptedPage(shop.url(PAGE))) {
            shown.await("state", "Live");
            HtmlPage page = shown.page;
            page.querySelectorAll("section, dialog").forEach(part -> assertThat(
                            page.getElementById(((DomElement) part).getAttribute("aria-labelledby")))
                    .isNotNull());
            page.querySelectorAll("input, textarea").forEach(field -> assertThat(
                            (Object) page.querySelector("label[for=" + ((DomElement) field).getAttribute("id") + "]"))
                    .isNotNull());
            assertThat(page.getWebResponse().getContentAsString()).doesNotContain("http:", "https:", "onclick");
            assertThat(shown.other(shop.url("shardingconsole/moves.js"))
                            .getWebResponse()
                            .getContentAsString())
                    .doesNotContain("https:", "innerHTML", "eval(");
            assertThat(page.getAnchorByText("Overview").click().getWebResponse().getContentAsString())
                    .contains("<title>Overview</title>");
        }
    }
}
