package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The page in an application, driven by a browser without a screen. */
class ConsoleTest {
    private static final List<HikariDataSource> DATABASES = new ArrayList<>();
    private static ConfigurableApplicationContext application;
    private static JdbcTemplate jdbc;

    @SpringBootApplication
    static class Shop {}

    @BeforeAll
    static void start() throws SQLException {
        List<String> settings = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "management.endpoints.web.exposure.include=sharding,shardingconsole",
                "management.endpoint.shardingconsole.access=read-only",
                "sharding.endpoint.explain=true",
                "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                "sharding.tables.t_order.database-strategy.algorithm=modulo",
                "sharding.tables.t_order.table-strategy.sharding-column=id",
                "sharding.tables.t_order.table-strategy.algorithm=modulo",
                "sharding.tables.t_order.key-generate-strategy.column=id",
                "sharding.tables.t_order.key-generate-strategy.generator=order-keys",
                "sharding.key-generators.order-keys.type=snowflake",
                "sharding.key-generators.order-keys.props.worker-id=lease",
                "sharding.key-generators.order-keys.props.create-table=true",
                "sharding.broadcast-tables=t_country",
                "sharding.algorithms.modulo.type=mod"));
        for (int i = 0; i < 2; i++) {
            HikariDataSource database = TestDatabase.H2.create("console" + i);
            DATABASES.add(database);
            settings.add("sharding.data-sources.ds" + i + ".url=" + database.getJdbcUrl());
            settings.add("sharding.data-sources.ds" + i + ".username=sa");
            settings.add("sharding.data-sources.ds" + i + ".password=");
        }
        application = new SpringApplicationBuilder(Shop.class)
                .properties(settings.toArray(new String[0]))
                .run();
        jdbc = application.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
        jdbc.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
    }

    @AfterAll
    static void stop() {
        application.close();
        DATABASES.forEach(HikariDataSource::close);
    }

    static String url(String path) {
        return "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + "/actuator/"
                + path;
    }

    private static WebClient browser() {
        WebClient browser = new WebClient();
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        return browser;
    }

    private static String text(HtmlPage page, String id) {
        return page.getElementById(id).asNormalizedText();
    }

    /** Lets the page's timers run until something is there. */
    private static void await(HtmlPage page, Predicate<HtmlPage> there) {
        long until = System.nanoTime() + 30_000_000_000L;
        while (!there.test(page)) {
            assertThat(System.nanoTime()).as(page.asNormalizedText()).isLessThan(until);
            page.getWebClient().waitForBackgroundJavaScript(100);
        }
    }

    private static void await(HtmlPage page, String id, String... texts) {
        await(page, shown -> {
            String now = text(shown, id).replaceAll("\\s+", " ");
            return Arrays.stream(texts).allMatch(now::contains);
        });
    }

    private static void press(HtmlPage page, String id) throws IOException {
        ((HtmlElement) page.getElementById(id)).click();
    }

    @Test
    void showsWhereTheWorkGoes() throws IOException {
        for (int i = 0; i < 80; i++) {
            jdbc.update("INSERT INTO t_order VALUES (?, 1, 'hot')", 1001 + 2 * i);
        }
        jdbc.queryForList("SELECT id FROM t_order ORDER BY id");
        try (WebClient browser = browser()) {
            HtmlPage page = browser.getPage(url("shardingconsole"));
            await(page, "heat", "(hot)", "t_order_0");
            await(page, "state", "Live");
            await(page, shown -> {
                DomElement hot = shown.querySelector("td.hot");
                return hot != null
                        && hot.getAttribute("data-unit").equals("ds1.t_order_1")
                        && shown.querySelectorAll("td.heat").size() == 4;
            });
            await(page, "sources", "ds0", "ds1", "reachable");
            await(page, "ways", "one_unit", "scatter");
            await(page, "topology", "t_order", "user_id", "t_country", "ds0");
            await(page, "leases", "order-keys", "ds0.sharding_worker", "held");
            press(page, "by-rows");
            await(page, "heat", "rows by statistics");
            press(page, "pause");
            await(page, "state", "Paused");
            assertThat(page.getElementById("pause").getAttribute("aria-pressed"))
                    .isEqualTo("true");
        }
    }

    @Test
    void explainsAndShowsRefusals() throws IOException {
        assertThatThrownBy(() -> jdbc.update("UPDATE t_order SET user_id = user_id + 1"))
                .isInstanceOf(DataAccessException.class);
        jdbc.queryForList("SELECT id FROM t_order WHERE name > ?", "x");
        try (WebClient browser = browser()) {
            HtmlPage page = browser.getPage(url("shardingconsole"));
            ((HtmlTextArea) page.getElementById("sql")).setText("SELECT name FROM t_order WHERE user_id = ?");
            ((HtmlInput) page.getElementById("parameters")).setValue("7");
            ((HtmlElement) page.querySelector("#explain button")).click();
            await(page, "plan", "Way:", "2 texts", "t_order_0", "t_order_1", "equality on");
            ((HtmlTextArea) page.getElementById("sql")).setText("<img src=x onerror=alert(1)>");
            ((HtmlElement) page.querySelector("#explain button")).click();
            await(page, "plan", "SK-");
            assertThat(page.querySelectorAll("#plan img")).isEmpty();
            await(page, "refusals", "SK-20");
            await(
                    page,
                    "largest",
                    "with a condition t_order.user_id = ? AND t_order.id = ?: 1 unit instead of 4 units");
        }
    }

    /** Every part can be reached by its heading or label, and nothing comes from elsewhere. */
    @Test
    void pageIsSelfContainedAndLabelled() throws IOException {
        try (WebClient browser = browser()) {
            HtmlPage page = browser.getPage(url("shardingconsole"));
            assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
            page.querySelectorAll("section").forEach(section -> assertThat(
                            page.getElementById(((DomElement) section).getAttribute("aria-labelledby")))
                    .isNotNull());
            page.querySelectorAll("input, textarea").forEach(field -> assertThat(
                            (Object) page.querySelector("label[for=" + ((DomElement) field).getAttribute("id") + "]"))
                    .isNotNull());
            assertThat(page.getWebResponse().getContentAsString()).doesNotContain("http:", "https:", "onclick");
            assertThat(page.getWebResponse().getContentType()).isEqualTo("text/html");
            for (String part : List.of("console.js", "console.css")) {
                Page asset = browser.getPage(url("shardingconsole/" + part));
                assertThat(asset.getWebResponse().getContentAsString())
                        .doesNotContain("https:", "innerHTML", "eval(", "@import");
            }
            Page other = browser.getPage(url("shardingconsole/nothing"));
            assertThat(other.getWebResponse().getStatusCode()).isEqualTo(404);
        }
    }

    /** In a browser that people use, where there is one: at the width of a phone and of a desk. */
    @ParameterizedTest
    @ValueSource(strings = {"390,844", "1280,900"})
    void showsItselfInARealBrowser(String size) throws IOException, InterruptedException {
        Path browser = RealBrowser.find();
        assumeTrue(browser != null, "no Chromium or Chrome is on the PATH; HtmlUnit has run the page's script");
        for (int i = 0; i < 20; i++) {
            jdbc.queryForList("SELECT id FROM t_order WHERE user_id = ?", i);
        }
        String page = RealBrowser.show(browser, url("shardingconsole"), size);
        assertThat(page).contains("reachable", "data-unit=\"ds0.t_order_0\"", "calls since the start");
    }

    @Test
    void isOffUnlessItsAccessIsSet() throws IOException {
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            settings.add(
                    "sharding.data-sources.ds" + i + ".url=" + DATABASES.get(i).getJdbcUrl());
            settings.add("sharding.data-sources.ds" + i + ".username=sa");
        }
        settings.addAll(
                List.of("server.port=0", "server.address=127.0.0.1", "management.endpoints.web.exposure.include=*"));
        try (ConfigurableApplicationContext plain = new SpringApplicationBuilder(Shop.class)
                        .properties(settings.toArray(new String[0]))
                        .run();
                WebClient browser = browser()) {
            assertThat(plain.getBeanNamesForType(Traffic.class)).isEmpty();
            String port = plain.getEnvironment().getProperty("local.server.port");
            Page page = browser.getPage("http://127.0.0.1:" + port + "/actuator/shardingconsole");
            assertThat(page.getWebResponse().getStatusCode()).isEqualTo(404);
        }
    }
}
