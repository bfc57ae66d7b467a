package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.testing.browser.Browser;
import io.shardkit.testing.browser.BrowserPage;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The pages in a browser that people use, where there is one: at the width of a phone and of a desk, light and dark, by the
 * keyboard. Its pictures are in the docs, renewed with {@code -Dshardkit.docs.write=true}.
 */
class RealBrowserTest {
    private static final boolean FOR_DOCS = Boolean.getBoolean("shardkit.docs.write");
    private static final Path PICTURES = Path.of(FOR_DOCS ? "../docs/images" : "target/images");
    private static final int MOVED = 6000;
    private static final int BATCH = 40;
    private static final int POINTS = FOR_DOCS ? 40 : 2;
    private static final String FOCUSABLE =
            "[...document.querySelectorAll('a, button, input, textarea, select, summary, [tabindex=\"0\"]')]"
                    + ".filter(each => each.offsetParent && !each.disabled).length";

    private static final ScheduledExecutorService USERS = Executors.newSingleThreadScheduledExecutor();
    private static @Nullable Browser browser;
    private static Shop shop;
    private static Shop audited;
    private static Shop moving;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start();
        if (browser == null) {
            System.out.println("RealBrowserTest is skipped: " + Browser.MISSING);
        }
        assumeTrue(browser != null, Browser.MISSING);
        shop = Shop.sharded(
                Shop.SHOWN,
                "shop.hasty=true",
                "shop.statistics=true",
                "spring.application.name=shop",
                "sharding.tables.t_item.actual-data-nodes=ds{0..1}.t_item_{0..2}",
                "sharding.tables.t_item.database-strategy.sharding-column=user_id",
                "sharding.tables.t_item.database-strategy.algorithm=modulo",
                "sharding.tables.t_item.table-strategy.sharding-column=order_id",
                "sharding.tables.t_item.table-strategy.algorithm=modulo");
        shop.jdbc().execute("CREATE TABLE t_item (id BIGINT PRIMARY KEY, user_id BIGINT, order_id BIGINT)");
        work(shop.jdbc());
        assertThatThrownBy(() -> shop.jdbc().update("UPDATE t_order SET user_id = user_id + 1"))
                .isInstanceOf(DataAccessException.class);
        AtomicInteger turn = new AtomicInteger();
        USERS.scheduleAtFixedRate(() -> visit(shop.jdbc(), turn.incrementAndGet()), 0, 20, TimeUnit.MILLISECONDS);
        audited = Shop.audited(Shop.SHOWN);
        work(audited.jdbc());
        audited.jdbc().update("UPDATE t_order SET user_id = user_id + 1");
        moving = Shop.moving(Shop.SHOWN, "management.endpoint.shardingmoves.access=unrestricted");
        for (int from = 40; from < MOVED; from += BATCH) {
            moving.jdbc()
                    .update("INSERT INTO t_order VALUES "
                            + IntStream.range(from, from + BATCH)
                                    .mapToObj(id -> "(" + id + ", " + id + ", 'Ada')")
                                    .collect(Collectors.joining(", ")));
        }
    }

    /** One actual table gets most of it. */
    private static void work(JdbcTemplate jdbc) {
        jdbc.update("INSERT INTO t_country VALUES ('DE')");
        for (int i = 0; i < 120; i++) {
            int user = i % 3 == 0 ? i : 1;
            jdbc.update(
                    "INSERT INTO t_order (id, user_id, name) VALUES (?, ?, 'Ada')",
                    1000 * user + 2 * i + user % 2,
                    user);
            read(jdbc, user);
        }
        jdbc.queryForList("SELECT id FROM t_order WHERE user_id = ?", 7);
        jdbc.queryForList("SELECT name, COUNT(*) FROM t_order GROUP BY name");
        jdbc.queryForList("SELECT id, RANK() OVER (ORDER BY name) FROM t_order");
    }

    /** Every other user is the same. */
    private static void visit(JdbcTemplate jdbc, int turn) {
        int user = turn % 2 == 0 ? 1 : turn / 2;
        read(jdbc, user);
        jdbc.queryForList("SELECT id FROM t_item WHERE user_id = ? AND order_id = ?", user, turn);
    }

    private static void read(JdbcTemplate jdbc, int user) {
        jdbc.queryForList("SELECT id, name FROM t_order WHERE user_id = ? AND id = ?", user, user);
    }

    @AfterAll
    static void stop() {
        USERS.shutdownNow();
        if (browser != null) {
            browser.close();
            shop.close();
            audited.close();
            moving.close();
        }
    }

    private static BrowserPage open(Shop shop, String path, int width, int height)
            throws IOException, InterruptedException {
        return browser.open(shop.url(path), width, height, width < height);
    }

    @ParameterizedTest
    @CsvSource({"phone, 390, 844", "desk, 1440, 1000"})
    void showsAtFirstWhetherAllIsWell(String place, int width, int height) throws IOException, InterruptedException {
        BrowserPage page = open(shop, "shardingconsole", width, height);
        page.await("document.querySelector('.unit.hot') && document.querySelectorAll('.chart canvas').length === 3"
                + " && document.getElementById('throughput').dataset.points >= " + POINTS);
        page.picture(PICTURES.resolve("console-" + place + ".png"));
        allIsReached(page);
        isReadable(page, width, height);
        page.show(width, height, width < height);
        page.tabTo("by-rows");
        page.press("Space");
        page.await("document.getElementById('heat-of').innerText.includes('estimated rows')");
        page.tabTo("pause");
        page.press("Enter");
        page.await("document.getElementById('state').innerText === 'Paused'");
        assertThat(page.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"phone, 390, 844", "desk, 1440, 1000"})
    void explains(String place, int width, int height) throws IOException, InterruptedException {
        BrowserPage page = open(shop, "shardingconsole#/explain", width, height);
        page.await("document.getElementById('state').innerText === 'Live'");
        page.tabTo("sql");
        page.type("SELECT name, COUNT(*) FROM t_order WHERE user_id = ? GROUP BY name");
        page.press("Tab");
        page.type("7");
        page.press("Enter");
        page.await("document.getElementById('plan').innerText.includes('Way: merge; 2 statements')");
        page.picture(PICTURES.resolve("explain-" + place + ".png"));
        isReadable(page, width, height);
        assertThat(page.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"phone, 390, 844", "desk, 1440, 1000"})
    void showsStatements(String place, int width, int height) throws IOException, InterruptedException {
        BrowserPage page = open(shop, "shardingconsole#/statements", width, height);
        page.await("document.getElementById('largest').innerText.includes('SELECT')"
                + " && document.querySelector('#statistics button.row')");
        allIsReached(page);
        page.tabTo("SELECT id FROM t_order WHERE user_id = ?");
        page.press("Enter");
        page.await("document.querySelector('#statistics .details')");
        page.picture(PICTURES.resolve("statements-" + place + ".png"));
        isReadable(page, width, height);
        page.show(width, height, width < height);
        keepsFocusAndScroll(page);
        page.tabTo("Refusals");
        page.press("Enter");
        page.await("document.getElementById('title').innerText === 'Refusals'");
        assertThat(page.errors()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "refusals, SK-2041",
        "code/SK-2041, SQLState",
        "transactions, No transaction is in doubt.",
        "databases, H2 2.",
        "tables, order-keys"
    })
    void hasAViewForEachQuestion(String view, String proof) throws IOException, InterruptedException {
        for (int width : new int[] {390, 1440}) {
            BrowserPage page = open(shop, "shardingconsole#/" + view, width, 1000);
            page.await("document.getElementById('main').innerText.includes('" + proof + "')");
            if (view.equals("refusals")) {
                page.picture(PICTURES.resolve(view + (width < 1000 ? "-phone.png" : "-desk.png")));
            }
            allIsReached(page);
            isReadable(page, width, 1000);
            assertThat(page.errors()).isEmpty();
        }
    }

    /** The focus is where the next thing is typed, although the view that has it is hidden when the button is pressed. */
    @Test
    void explainsWhatWasRefused() throws IOException, InterruptedException {
        BrowserPage page = open(shop, "shardingconsole#/refusals", 1440, 1000);
        page.await("document.querySelector('#refusals [data-explain]')");
        page.tabTo("Example");
        page.press("Tab");
        page.press("Enter");
        page.await("document.activeElement.id === 'parameters'");
        page.type("1");
        page.press("Enter");
        page.await("document.querySelector('#plan a')?.innerText === 'SK-2041'");
        assertThat(page.errors()).isEmpty();
    }

    /** New figures take away neither the focus nor the place that was scrolled to. */
    private static void keepsFocusAndScroll(BrowserPage page) throws IOException, InterruptedException {
        page.tabTo("Slowest");
        String scrolled = "document.activeElement.scrollLeft";
        page.press("ArrowRight");
        page.await(
                "document.activeElement.scrollWidth === document.activeElement.clientWidth || " + scrolled + " > 30");
        String before = page.ask(scrolled);
        page.await("document.getElementById('ways').innerText !== `" + page.text("ways") + '`');
        assertThat(page.ask("document.activeElement.getAttribute('aria-label')"))
                .isEqualTo("Slowest");
        assertThat(page.ask(scrolled)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"phone, 390, 844", "desk, 1440, 1000"})
    void showsTheAudit(String place, int width, int height) throws IOException, InterruptedException {
        BrowserPage page = open(audited, "shardingconsole", width, height);
        page.await("document.querySelector('#statements > li')");
        page.picture(PICTURES.resolve("audit-" + place + ".png"));
        allIsReached(page);
        isReadable(page, width, height);
        page.tabTo("gather (1)");
        page.press("Enter");
        page.await("document.querySelectorAll('#statements > li').length === 1"
                + " && document.activeElement.getAttribute('aria-pressed') === 'true'");
        assertThat(page.errors()).isEmpty();
    }

    /** The second question begins with its harmless answer; nothing is asked of the application before it is answered. */
    private static void confirm(BrowserPage page, String button) throws IOException, InterruptedException {
        page.tabTo(button);
        page.press("Enter");
        page.await("document.getElementById('ask').open && document.activeElement.id === 'ask-no'");
        page.press("Enter");
        page.await("!document.getElementById('ask').open");
        // The dialog gives the focus back.
        page.press("Enter");
        page.await("document.getElementById('ask').open");
        page.tabTo("ask-yes");
        page.press("Enter");
        page.await("!document.getElementById('ask').open");
    }

    private static void awaitPhase(BrowserPage page, String phase) throws IOException, InterruptedException {
        page.await("document.querySelector('[data-phase=" + phase + "]')");
    }

    @ParameterizedTest
    @CsvSource({"phone, 390, 844, ds0.t_order_0", "desk, 1440, 1000, ds0.t_order_1"})
    void movesAUnit(String place, int width, int height, String unit) throws Exception {
        BrowserPage page = browser.open(moving.url("shardingconsole/moves"), width, height, width < height);
        page.await("document.getElementById('moves').innerText === 'No tables are moving.'");
        allIsReached(page);
        page.tabTo("units");
        page.type(unit);
        page.press("Tab");
        page.type("ds1");
        page.press("Enter");
        page.await("document.getElementById('checked').innerText.includes('Nothing stands in the way.')");
        page.tabTo("rate");
        page.type("200");
        page.tabTo("by-hand");
        page.press("Space");
        confirm(page, "begin");
        page.await("document.getElementById('moves').innerText.includes('time left')");
        page.ask("document.activeElement.blur() || scrollTo(0, 0)");
        page.picture(PICTURES.resolve("moves-" + place + ".png"));
        isReadable(page, width, height);
        page.show(width, height, width < height);
        // Figures that come anew take the focus from no button.
        page.tabTo("Halt");
        String figures = page.text("moves");
        page.await("document.getElementById('moves').innerText !== `" + figures + '`');
        page.tabTo("Halt");
        confirm(page, "Halt");
        awaitPhase(page, "HALTED");
        confirm(page, "Resume");
        awaitPhase(page, "READY");
        DataSource source = moving.context().getBean("ds0", DataSource.class);
        try (Connection writer = source.getConnection();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.executeUpdate("UPDATE " + unit.substring(unit.indexOf('.') + 1) + " SET name = 'Bob'");
            confirm(page, "Switch now");
            page.await("document.querySelector('[aria-label=\"Held up by\"] li')");
            isReadable(page, width, height);
            page.show(width, height, width < height);
            writer.rollback();
            writer.setAutoCommit(true);
        }
        awaitPhase(page, "SWITCHED");
        confirm(page, "Go back");
        page.await("document.getElementById('moves').innerText.includes('On ds0; the way to ds1 is open.')");
        isReadable(page, width, height);
        confirm(page, "Complete");
        page.await("document.getElementById('moves').innerText === 'No tables are moving.'");
        assertThat(page.errors()).isEmpty();
    }

    /** By Tab alone, and where the focus is can be seen. */
    private static void allIsReached(BrowserPage page) throws IOException, InterruptedException {
        List<String> stops = page.tabStops();
        assertThat(stops).noneMatch(stop -> stop.startsWith("unseen"));
        assertThat(stops).hasSize(Integer.parseInt(page.ask(FOCUSABLE)));
    }

    private static void isReadable(BrowserPage page, int width, int height) throws IOException, InterruptedException {
        for (boolean dark : new boolean[] {false, true}) {
            page.show(width, height, dark);
            assertThat(page.violations()).as("dark: %s", dark).isEmpty();
            assertThat(page.overflow()).isEmpty();
        }
    }
}
