package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardkit.testing.browser.Browser;
import io.shardkit.testing.browser.BrowserPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published run's report in a browser that people use, where there is one. */
class PageInBrowserTest {
    /** Words of charts whose contrast is below 4.5, and curves, bars and marks whose is below 3, as WCAG counts it. */
    private static final String PALE =
            """
            (() => {
              const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
              const light = colour => numbers(colour).slice(0, 3).map(each => each / 255)
                .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
                .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
              const ground = at => {
                const colour = getComputedStyle(at).backgroundColor;
                return numbers(colour)[3] === 0 ? ground(at.parentElement) : colour;
              };
              const contrast = (one, other) => {
                const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
                return (bright + 0.05) / (dark + 0.05);
              };
              const pale = (selector, property, least) => [...document.querySelectorAll(selector)]
                .filter(each => contrast(getComputedStyle(each)[property], ground(each.closest('svg'))) < least)
                .map(each => each.outerHTML);
              return [...pale('svg text', 'fill', 4.5), ...pale('.bar, .mark', 'fill', 3),
                ...pale('.curve, .whisker, .reference', 'stroke', 3)].join('\\n');
            })()""";

    /** Returns the parts of the charts that are cut off, or too small to read. */
    private static final String CUT =
            """
            [...document.querySelectorAll('svg text')].filter(each => {
              const own = each.getBoundingClientRect(), all = each.closest('svg').getBoundingClientRect();
              return own.left < all.left - 1 || own.right > all.right + 1 || own.height < 10;
            }).map(each => each.outerHTML).join('\\n')""";

    @TempDir
    private Path folder;

    @Test
    void isReadableOnAPhoneAndAtADeskLightAndDark() throws IOException, InterruptedException {
        Path file = folder.resolve("index.html");
        Files.writeString(file, new Page(RunFile.read(Path.of("..", "docs", "load-test.json"))).render());
        try (Browser browser = Browser.start()) {
            if (browser == null) {
                System.out.println("PageInBrowserTest is skipped: " + Browser.MISSING);
            }
            assumeTrue(browser != null, Browser.MISSING);
            for (int width : new int[] {390, 1280}) {
                for (boolean dark : new boolean[] {false, true}) {
                    BrowserPage page = browser.open(file.toUri().toString(), width, 844, dark);
                    assertThat(page.overflow()).isEmpty();
                    assertThat(page.ask(CUT)).isEmpty();
                    assertThat(page.ask(PALE)).isEmpty();
                    assertThat(page.violations())
                            .as("%s, dark: %s", width, dark)
                            .isEmpty();
                    assertThat(page.tabStops()).noneMatch(stop -> stop.startsWith("unseen"));
                    assertThat(page.errors()).isEmpty();
                }
            }
        }
    }
}
