package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class LoadReportTest {

    private static final LoadSettings SETTINGS = new LoadSettings(4, 15, 10, 2_000);

    @Test
    void theTableShowsBothProfilesSideBySide() {
        String text = new TextReport(report(0, 700)).render();

        assertThat(text)
                .contains("Load test: 4 users, 15 s per scenario after 10 s of warm-up, 2,000 orders; 2 processors")
                .containsPattern("read by key +jdbc +800 +2\\.50 +1 +3 +7 +0\n")
                .containsPattern("read by key +sharding +700\\.5 +2\\.50 +1 +3 +7 +0\n")
                .contains("No errors; the databases hold what was acknowledged.")
                .doesNotContain("DIFFERS", "FAILED");
        assertThat(text.indexOf("mix            jdbc")).isLessThan(text.indexOf("mix            sharding"));
    }

    @Test
    void anErrorAndADifferenceFailTheReportAndAreSaid() {
        LoadReport report = report(3, 699);

        assertThat(report.failures())
                .containsExactly(
                        "sharding: 3 requests failed: 3 x status.find.is(200), but actually found <500>",
                        "sharding: orders: expected 700, the databases hold 699");
        assertThat(new TextReport(report).render())
                .contains("FAILED", "DIFFERS", "expected 700, the databases hold 699");
        assertThat(new HtmlReport(report).render())
                .contains("found &lt;500&gt;", "expected 700, the databases hold 699")
                .doesNotContain("No errors");
    }

    @Test
    void aScenarioWithoutAnAnswerFailsTheReport() {
        ScenarioResult silent = new ScenarioResult("totals", 0, 0, 0, 0, 0, 0, 0);
        ProfileResult profile = new ProfileResult(
                "jdbc", "one server", List.of(silent), 0, List.of(), new Reconciliation(List.of()), Map.of(), "g.html");

        assertThat(new LoadReport("2 processors", SETTINGS, List.of(profile)).failures())
                .containsExactly("jdbc: no request of \"totals\" was answered as expected");
    }

    @Test
    void thePageNeedsNothingFromOutsideAndItsChartsAreToScale(@TempDir Path folder) throws Exception {
        report(0, 700).write(folder);
        String page = Files.readString(folder.resolve("index.html"));

        assertThat(page)
                .contains("<style>", "--series1", "href=\"sharding/gatling/index.html\"")
                .doesNotContain("http:", "https:", "<script", "<link", "src=", "url(");
        Document chart = parse(page.substring(page.lastIndexOf("<svg", page.indexOf("aria-label=\"requests/s\""))));
        List<Element> bars =
                Arrays.asList((Element) chart.getElementsByTagName("rect").item(0), (Element)
                        chart.getElementsByTagName("rect").item(1));
        double jdbc = Double.parseDouble(bars.get(0).getAttribute("width"));
        double sharding = Double.parseDouble(bars.get(1).getAttribute("width"));
        assertThat(sharding / jdbc).isBetween(0.874, 0.877);
        assertThat(chart.getElementsByTagName("rect").getLength()).isEqualTo(2 * Scenario.values().length);
    }

    @Test
    void theResultsAreReadableByAMachine(@TempDir Path folder) throws Exception {
        report(0, 699).write(folder);
        JsonNode json =
                new ObjectMapper().readTree(folder.resolve("results.json").toFile());

        assertThat(json.at("/settings/users").intValue()).isEqualTo(4);
        assertThat(json.at("/profiles/1/profile").textValue()).isEqualTo("sharding");
        assertThat(json.at("/profiles/1/scenarios/0/perSecond").doubleValue()).isEqualTo(700.5);
        assertThat(json.at("/profiles/1/reconciliation/lines/0/agrees").booleanValue())
                .isFalse();
        assertThat(json.at("/failures")).hasSize(1);
    }

    private static Document parse(String fromSvg) throws Exception {
        String svg = fromSvg.substring(0, fromSvg.indexOf("</svg>") + "</svg>".length());
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static LoadReport report(long errors, long ordersFound) {
        return new LoadReport(
                "2 processors",
                SETTINGS,
                List.of(profile("jdbc", 800, 0, 700), profile("sharding", 700.5, errors, ordersFound)));
    }

    private static ProfileResult profile(String name, double perSecond, long errors, long ordersFound) {
        List<ScenarioResult> scenarios = Arrays.stream(Scenario.values())
                .map(scenario -> new ScenarioResult(scenario.title(), 12_000, 0, perSecond, 2.5, 1, 3, 7))
                .toList();
        Reconciliation.Line orders =
                new Reconciliation.Line("orders", BigDecimal.valueOf(700), BigDecimal.valueOf(ordersFound));
        List<String> messages =
                errors == 0 ? List.of() : List.of(errors + " x status.find.is(200), but actually found <500>");
        return new ProfileResult(
                name,
                "one server",
                scenarios,
                errors,
                messages,
                new Reconciliation(List.of(orders)),
                Map.of("ds0.t_order_0", ordersFound),
                name + "/gatling/index.html");
    }
}
