package io.shardkit.testing.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A page in a {@link Browser}, driven as a user does, with the keyboard. Not thread-safe. */
public final class BrowserPage {
    private static final long WAIT_NANOS = 30_000_000_000L;
    private static final long PAUSE_MILLIS = 50;
    private static final int PHONE = 600;
    private static final int MOST_STOPS = 200;
    private static final Map<String, Integer> KEYS = Map.of("Tab", 9, "Enter", 13, "Space", 32, "ArrowRight", 39);
    private static final Map<String, String> WRITES = Map.of("Enter", "\r", "Space", " ");

    /** The script that returns the focused element, and whether the focus can be seen there. */
    private static final String FOCUS =
            """
            (() => {
              const at = document.activeElement;
              if (!at || at === document.body) { return ''; }
              const style = getComputedStyle(at), box = at.getBoundingClientRect();
              const seen = at.matches(':focus-visible') && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
                && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
              const name = at.id || at.getAttribute('aria-label') || at.textContent.trim();
              return (seen ? '' : 'unseen: ') + name;
            })()""";

    /** The script that returns the elements that do not fit into the width. */
    private static final String OVERFLOW =
            """
            (() => {
              const room = document.documentElement.clientWidth;
              return document.documentElement.scrollWidth <= room ? '' : [...document.querySelectorAll('*')]
                .filter(each => each.getBoundingClientRect().right > room + 1)
                .map(each => each.tagName + '#' + each.id + '.' + each.className).slice(0, 5).join(', ') || 'the page';
            })()""";

    /**
     * WCAG 2.2 AA and best practices. Contrast that it cannot compute counts as wrong, but for single digits, for words in
     * pictures, and for what is scrolled out of sight.
     */
    private static final String AXE =
            """
            axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(found =>
              found.violations.concat(found.incomplete.filter(each => ['color-contrast', 'aria-prohibited-attr'].includes(each.id)))
                .flatMap(each => each.nodes
                  .filter(node => !node.any.some(why => why.data
                    && ['elmPartiallyObscured', 'shortTextContent', 'imgNode'].includes(why.data.messageKey)))
                  .map(node => each.id + ': ' + node.failureSummary + ' in ' + node.html))
                .join('\\n'))""";

    private final DevTools tools;
    private final String session;
    private final List<String> errors = new CopyOnWriteArrayList<>();

    BrowserPage(DevTools tools, String session) throws IOException, InterruptedException {
        this.tools = tools;
        this.session = session;
        tools.listen(session, this::heard);
        for (String each : List.of("Page.enable", "Runtime.enable", "Log.enable")) {
            call(each, Map.of());
        }
        call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
    }

    private JsonNode call(String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        return tools.call(session, method, parameters);
    }

    private void heard(JsonNode event) {
        JsonNode told = event.path("params");
        switch (event.path("method").asText()) {
            case "Runtime.exceptionThrown" ->
                errors.add(told.path("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (Set.of("error", "warning", "assert")
                        .contains(told.path("type").asText())) {
                    errors.add(told.path("args").toString());
                }
            }
            case "Log.entryAdded" -> {
                JsonNode entry = told.path("entry");
                if (Set.of("error", "warning").contains(entry.path("level").asText())) {
                    errors.add(entry.path("text").asText()
                            + ' '
                            + entry.path("url").asText());
                }
            }
            default -> {}
        }
    }

    /** Shows it at another size, or in other colours. */
    public void show(int width, int height, boolean dark) throws IOException, InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width <= PHONE));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void load(String url) throws IOException, InterruptedException {
        call("Page.navigate", Map.of("url", url));
        await("location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    /** Returns the result of a script, as text. */
    public String ask(String script) throws IOException, InterruptedException {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(script + ": " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value").asText();
    }

    /** The text of the element with that id, as it is shown. */
    public String text(String id) throws IOException, InterruptedException {
        return ask("document.getElementById('" + id + "').innerText");
    }

    /** Waits until a condition of a script is met, 30 seconds at most. */
    public void await(String condition) throws IOException, InterruptedException {
        long until = System.nanoTime() + WAIT_NANOS;
        while (!ask("Boolean(" + condition + ")").equals("true")) {
            if (System.nanoTime() > until) {
                throw new AssertionError(condition + " is not so on\n" + ask("document.body.innerText"));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** @param key {@code Tab}, {@code Enter}, {@code Space} or {@code ArrowRight} */
    public void press(String key) throws IOException, InterruptedException {
        key("keyDown", key);
        key("keyUp", key);
    }

    private void key(String event, String key) throws IOException, InterruptedException {
        String text = WRITES.getOrDefault(key, "");
        int code = Objects.requireNonNull(KEYS.get(key), key);
        call(
                "Input.dispatchKeyEvent",
                Map.of(
                        "type", event,
                        "key", key.equals("Space") ? " " : key,
                        "code", key,
                        "windowsVirtualKeyCode", code,
                        "text", text));
    }

    /** Types a text where the focus is. */
    public void type(String text) throws IOException, InterruptedException {
        call("Input.insertText", Map.of("text", text));
    }

    /**
     * Presses Tab until an element has the focus.
     *
     * @throws AssertionError if it is not reached, or an element on the way has a focus that is not seen
     */
    public void tabTo(String id) throws IOException, InterruptedException {
        for (int i = 0; i < MOST_STOPS; i++) {
            String now = focus();
            if (now.equals(id)) {
                return;
            }
            if (now.startsWith("unseen: ")) {
                throw new AssertionError(now);
            }
            press("Tab");
        }
        throw new AssertionError(id + " is not reached by Tab");
    }

    /** All elements that Tab leads to, by their ids or names, in order; {@code unseen: } is before one whose focus is not seen. */
    public List<String> tabStops() throws IOException, InterruptedException {
        ask("document.activeElement.blur()");
        List<String> stops = new ArrayList<>();
        press("Tab");
        for (String now = focus(); !now.isEmpty() && stops.size() < MOST_STOPS; now = focus()) {
            stops.add(now);
            press("Tab");
        }
        return stops;
    }

    private String focus() throws IOException, InterruptedException {
        return ask(FOCUS);
    }

    /** Errors and warnings that its scripts threw or wrote, and what could not be loaded. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    /** Returns the elements that do not fit into the width, so that the page scrolls sideways; empty if all fit. */
    public String overflow() throws IOException, InterruptedException {
        return ask(OVERFLOW);
    }

    /** Returns the violations of WCAG 2.2 AA, as far as axe-core finds them; empty if there are none. */
    public String violations() throws IOException, InterruptedException {
        if (ask("typeof axe").equals("undefined")) {
            try (InputStream axe = Objects.requireNonNull(BrowserPage.class.getResourceAsStream("/axe.min.js"))) {
                ask(new String(axe.readAllBytes(), StandardCharsets.UTF_8) + ";'loaded'");
            }
        }
        return ask(AXE);
    }

    /** Writes a picture of what is seen of it. */
    public void picture(Path file) throws IOException, InterruptedException {
        String data = call("Page.captureScreenshot", Map.of("format", "png"))
                .path("data")
                .asText();
        Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        Files.write(file, Base64.getDecoder().decode(data));
    }
}
