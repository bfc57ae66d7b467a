package io.shardkit.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * {@link WebEndpoint Actuator endpoint} of the console: the page, its script and style, and the figures that only it
 * shows. The page asks the endpoint {@code sharding} for all else, under the same rights as anybody. Off unless its access
 * is set.
 */
@WebEndpoint(id = "shardingconsole", defaultAccess = Access.NONE)
public final class ConsoleEndpoint {
    private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);
    private static final MimeType SCRIPT = new MimeType("text", "javascript", StandardCharsets.UTF_8);
    private static final MimeType STYLE = new MimeType("text", "css", StandardCharsets.UTF_8);

    private final Traffic traffic;
    private final RowEstimates rows;
    private final Map<String, String> paths;

    /** @param paths the paths of endpoints that are not their ids */
    ConsoleEndpoint(Traffic traffic, RowEstimates rows, Map<String, String> paths) {
        this.traffic = traffic;
        this.rows = rows;
        this.paths = Map.copyOf(paths);
    }

    /** The page. */
    @ReadOperation
    public WebEndpointResponse<Object> page() {
        String page = text("console.html")
                .replace("{console}", path("shardingconsole"))
                .replace("{sharding}", path("sharding"));
        return new WebEndpointResponse<>(page, WebEndpointResponse.STATUS_OK, HTML);
    }

    private String path(String endpoint) {
        return paths.getOrDefault(endpoint, endpoint);
    }

    /**
     * What belongs to the page.
     *
     * @param part a file, {@code traffic} or {@code rows}
     * @return null if there is no such part
     */
    @ReadOperation
    public @Nullable WebEndpointResponse<Object> part(@Selector String part) {
        return switch (part) {
            case "console.js" -> new WebEndpointResponse<>(text(part), WebEndpointResponse.STATUS_OK, SCRIPT);
            case "console.css" -> new WebEndpointResponse<>(text(part), WebEndpointResponse.STATUS_OK, STYLE);
            case "traffic" -> json(traffic.counts());
            case "rows" -> json(rows.ask());
            default -> null;
        };
    }

    private static WebEndpointResponse<Object> json(Object body) {
        return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, MimeTypeUtils.APPLICATION_JSON);
    }

    private static String text(String file) {
        try (InputStream found = Objects.requireNonNull(ConsoleEndpoint.class.getResourceAsStream(file))) {
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
