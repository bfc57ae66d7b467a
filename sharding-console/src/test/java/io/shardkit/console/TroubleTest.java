package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** Findings come first, and lead to where there is more. */
class TroubleTest {
    @Test
    void isSeenAtOnce() throws IOException, SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
        try (Shop shop = Shop.sharded(
                Shop.SHOWN,
                "sharding.data-sources.ds1.url=" + url,
                "sharding.data-sources.ds1.hikari.connection-timeout=250",
                "spring.application.name=orders")) {
            for (int i = 0; i < 50; i++) {
                shop.jdbc().update("INSERT INTO t_order VALUES (?, 2, 'Ada')", 2 * i);
            }
            assertThatThrownBy(() -> shop.jdbc().update("DELETE FROM t_order")).isInstanceOf(DataAccessException.class);
            server.stop();
            assertThatThrownBy(() -> shop.jdbc().queryForList("SELECT name FROM t_order WHERE user_id = 1"))
                    .isInstanceOf(DataAccessException.class);
            try (ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
                shown.await("instance", "orders on ");
                shown.await("verdict", "Something is wrong", "ds1 does not answer", "ds0.t_order_0 is hot: ");
                shown.await(
                        "tiles",
                        "Hottest unit ds0.t_order_0",
                        "Data sources down 1 of 2 ds1",
                        "In doubt 0 not known of ds1");
                shown.await("sources", "ds1 no answer", "(hot)");
                shown.press("#verdict a[href='#/databases']");
                shown.await("databases", "ds1 no answer", "No answer within 2 s: ds1", "ds0 reachable H2 2.");
                shown.press(".views a[data-view=refusals]");
                shown.await("refusals", "SK-2041", "without WHERE", "Add a condition", "DELETE FROM t_order");
                shown.press("#refusals a[href='#/code/SK-2041']");
                shown.await(
                        "code", "An UPDATE or DELETE of a sharded table without WHERE.", "Refused with it", "1 time");
                shown.press("#code [data-explain]");
                shown.await("plan", "SK-2041", "Would run with a condition");
                shown.press(".views a[data-view=transactions]");
                shown.await("doubt", "No transaction is in doubt.", "Not known of ds1, which does not answer.");
            }
        } finally {
            server.stop();
        }
    }

    /** The report is that of databases which commit in two phases. */
    @Test
    void transactionsInDoubtAreNamed() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            shown.await("verdict", "All is well", "All 2 data sources answer");
            shown.press("#pause");
            shown.await("state", "Paused");
            shown.page.executeJavaScript("shardkit.live.report.inDoubt = ["
                    + "{transaction: 'shardkit-1', dataSource: 'ds0', ageSeconds: 90, stuck: false},"
                    + "{transaction: 'shardkit-2', dataSource: 'ds1', ageSeconds: 7300, stuck: true}];"
                    + "shardkit.views.overview.show();");
            shown.await("verdict", "Something is wrong", "1 part of in-doubt transactions could not be ended");
            shown.await("tiles", "In doubt 2 oldest 2.0 h");
            shown.press("#verdict a[href='#/transactions']");
            shown.await("doubt", "ds1 2.0 h could not be ended shardkit-2", "ds0 90 s will be ended shardkit-1");
        }
    }

    /** Nothing that was well a while ago looks well now. */
    @Test
    void aPageWithoutAnswersLooksOld() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            shown.await("verdict", "All is well");
            shop.stop();
            shown.await("state", "The application does not answer. The last answer came at ");
            assertThat(shown.page.querySelectorAll("body.stale #state.bad")).hasSize(1);
            shown.press("#pause");
            shown.await("state", "The application does not answer.");
        }
    }

    /** A session that ended is led to a form, which is answered with status 200. */
    @Test
    void aFormToLogInIsNoAnswer() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            shown.await("state", "Live");
            Shop.Application.loggedOut = true;
            shown.await("state", "Has the session ended? Log in again.");
        } finally {
            Shop.Application.loggedOut = false;
        }
    }

    @Test
    void unusedReplicaIsNamedWithItsReason() throws IOException {
        try (Shop shop = Shop.sharded(Shop.SHOWN);
                ScriptedPage shown = new ScriptedPage(shop.url("shardingconsole"))) {
            shown.await("verdict", "All is well");
            shown.press("#pause");
            shown.await("state", "Paused");
            shown.page.executeJavaScript("shardkit.live.report.dataSources[0].replicas = ["
                    + "{name: 'reader', usable: false, reason: 'it lags by 9000 ms', lagMillis: 9000, reads: 5, failures: 0},"
                    + "{name: 'other', usable: true, reason: '', lagMillis: 1, reads: 7, failures: 0}];"
                    + "shardkit.views.overview.show(); shardkit.views.databases.show();");
            shown.await("verdict", "Replica reader of ds0 is not used: it lags by 9000 ms");
            shown.press(".views a[data-view=databases]");
            shown.await("replicas", "reader ds0 not used it lags by 9000 ms", "other ds0 in use");
        }
    }
}
