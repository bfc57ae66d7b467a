package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PageTest {

    @Test
    void beginsWithTheAnswers() {
        String page = new Page(Runs.small()).render();

        assertThat(page.indexOf("What does it cost?")).isPositive().isLessThan(page.indexOf("Data check passed"));
        assertThat(page.indexOf("It costs 1 % (0 to 2 %).")).isLessThan(page.indexOf("<svg"));
        assertThat(page.indexOf("Data check passed")).isLessThan(page.indexOf("Some CPU"));
    }

    @Test
    void needsNothingFromOutsideAndNoScript() {
        assertThat(new Page(Runs.small()).render())
                .doesNotContain("<script", "http:", "https:", "src=", "<link", "@import", "url(")
                .contains("prefers-color-scheme: dark", "name=\"viewport\"");
    }

    /** Every text is escaped and every element closed. */
    @Test
    void isWellFormed() throws Exception {
        Document document = parse(new Page(Runs.small()).render());

        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(2);
    }

    @Test
    void saysInWordsWhatEachChartShows() throws Exception {
        NodeList charts = parse(new Page(Runs.small()).render()).getElementsByTagName("svg");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < charts.getLength(); i++) {
            Element chart = (Element) charts.item(i);
            assertThat(chart.getAttribute("role")).isEqualTo("img");
            Element words = (Element) chart.getElementsByTagName("desc").item(0);
            assertThat(chart.getAttribute("aria-labelledby")).contains(words.getAttribute("id"));
            assertThat(ids.add(words.getAttribute("id"))).isTrue();
            assertThat(words.getTextContent())
                    .containsAnyOf("0.990 x (0.980 to 1.000, 95 %)", "two servers: 91.0 at 1");
        }
    }

    @Test
    void showsAFailureBeforeAnythingElse() {
        String page = new Page(Runs.with(Runs.ratio(1, 1, 1), Runs.check(2, 1, 3))).render();

        assertThat(page).doesNotContain("Data check passed");
        assertThat(page.indexOf("2 requests failed: status 500"))
                .isPositive()
                .isLessThan(page.indexOf("What does it cost?"));
        assertThat(page).contains("1 acknowledged rows are not there", "3 rows are there more than once");
    }

    @Test
    void saysTheSameOnTheTerminal() {
        assertThat(Report.text(Runs.small()))
                .containsSubsequence(
                        "What does it cost?",
                        "It costs 1 %",
                        "throughput, <8> threads",
                        "sharding",
                        "Data check passed");
        assertThat(Report.text(Runs.with(Runs.ratio(1, 1, 1), Runs.check(0, 1, 0))))
                .contains("DIFFERS", "FAILED")
                .doesNotContain("Data check passed");
    }

    private static Document parse(String page) throws Exception {
        String xml = page.replace("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>");
        DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return parser.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
