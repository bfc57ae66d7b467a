package io.shardkit.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * {@link WebEndpoint Actuator endpoint} of the console: the page, its scripts and style, and the figures that only it
 * shows. The page asks the endpoint {@code sharding}, or {@code shardingaudit}, for all else, under the same rights as
 * anybody. Off unless its access is set.
 */
@WebEndpoint(id = "shardingconsole", defaultAccess = Access.NONE)
public final class ConsoleEndpoint {
    private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);
    private static final MimeType SCRIPT = new MimeType("text", "javascript", StandardCharsets.UTF_8);
    private static final MimeType STYLE = new MimeType("text", "css", StandardCharsets.UTF_8);
    private static final MimeType ICON = new MimeType("image", "svg+xml");

    private final String page;
    private final Map<String, Supplier<Object>> figures;
    private final Map<String, String> paths;

    /**
     * @param page the file of the page
     * @param figures what the page shows beside what other endpoints tell, by the names by which it asks
     * @param paths the paths of endpoints that are not their ids
     */
    ConsoleEndpoint(String page, Map<String, Supplier<Object>> figures, Map<String, String> paths) {
        this.page = page;
        this.figures = Map.copyOf(figures);
        this.paths = Map.copyOf(paths);
    }

    /** The page. */
    @ReadOperation
    public WebEndpointResponse<Object> page() {
        String html = text(page)
                .replace("{console}", path("shardingconsole"))
                .replace("{sharding}", path("sharding"))
                .replace("{audit}", path("shardingaudit"));
        return answer(html, HTML);
    }

    private String path(String endpoint) {
        return paths.getOrDefault(endpoint, endpoint);
    }

    /**
     * Returns a part of the page.
     *
     * @param part a file, or the name of figures
     * @return null if there is no such part
     */
    @ReadOperation
    public @Nullable WebEndpointResponse<Object> part(@Selector String part) {
        return switch (part) {
            case "page.js", "console.js", "audit.js" -> answer(text(part), SCRIPT);
            case "console.css" -> answer(text(part), STYLE);
            case "icon.svg" -> answer(text(part), ICON);
            default ->
                figures.containsKey(part) ? answer(figures.get(part).get(), MimeTypeUtils.APPLICATION_JSON) : null;
        };
    }

    private static WebEndpointResponse<Object> answer(Object body, MimeType type) {
        return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, type);
    }

    private static String text(String file) {
        try (InputStream found = Objects.requireNonNull(ConsoleEndpoint.class.getResourceAsStream(file))) {
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
