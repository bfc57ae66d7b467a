package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Predicate;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;

/** A page in HtmlUnit, which runs its script on every machine. */
final class ScriptedPage implements AutoCloseable {
    private static final long WAIT_NANOS = 30_000_000_000L;

    private final WebClient browser = new WebClient();
    final HtmlPage page;

    ScriptedPage(String url) throws IOException {
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        page = browser.getPage(url);
    }

    Page other(String url) throws IOException {
        return browser.getPage(url);
    }

    /** Lets the page's timers run until something is there. */
    void await(Predicate<HtmlPage> there) {
        long until = System.nanoTime() + WAIT_NANOS;
        while (!isThere(there)) {
            assertThat(System.nanoTime()).as(page.asNormalizedText()).isLessThan(until);
            browser.waitForBackgroundJavaScript(100);
        }
    }

    /** The page's scripts change it under its monitor. */
    private boolean isThere(Predicate<HtmlPage> there) {
        synchronized (page) {
            return there.test(page);
        }
    }

    /** Waits until an element contains all of some strings. */
    void await(String id, String... texts) {
        await(shown -> {
            String now = shown.getElementById(id).asNormalizedText().replaceAll("\\s+", " ");
            return Arrays.stream(texts).allMatch(now::contains);
        });
    }

    void press(String selector) throws IOException {
        HtmlElement found;
        synchronized (page) {
            found = page.querySelector(selector);
        }
        found.click();
    }

    /** Returns the number of timers and requests of the page's scripts that are under way. */
    int jobs() {
        return page.getEnclosingWindow().getJobManager().getJobCount();
    }

    @Override
    public void close() {
        browser.close();
    }
}
