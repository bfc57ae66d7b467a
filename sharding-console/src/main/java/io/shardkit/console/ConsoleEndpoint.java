package io.shardkit.console;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
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
 * {@link WebEndpoint Actuator endpoint} of the console: its pages, their scripts and style, and the figures that only they
 * show. The pages ask the endpoints {@code sharding}, {@code shardingstatements}, {@code shardingmoves}, {@code shardingheat}
 * or {@code shardingaudit} for all else, under the same rights as anybody. Off unless its access is set.
 */
@WebEndpoint(id = "shardingconsole", defaultAccess = Access.NONE)
public final class ConsoleEndpoint {
    private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);
    private static final MimeType SCRIPT = new MimeType("text", "javascript", StandardCharsets.UTF_8);
    private static final MimeType STYLE = new MimeType("text", "css", StandardCharsets.UTF_8);
    private static final MimeType ICON = new MimeType("image", "svg+xml");
    private static final Set<String> SCRIPTS = Set.of(
            "page.js",
            "format.js",
            "sql.js",
            "chart.js",
            "live.js",
            "topology.js",
            "overview.js",
            "statements.js",
            "explain.js",
            "transactions.js",
            "databases.js",
            "refusals.js",
            "tables.js",
            "console.js",
            "moves.js",
            "heat.js",
            "audit.js");

    private final String page;
    private final boolean isSharded;
    private final boolean writes;
    private final Map<String, Supplier<Object>> figures;
    private final Map<String, String> paths;

    private ConsoleEndpoint(
            String page,
            boolean isSharded,
            boolean writes,
            Map<String, Supplier<Object>> figures,
            Map<String, String> paths) {
        this.page = page;
        this.isSharded = isSharded;
        this.writes = writes;
        this.figures = Map.copyOf(figures);
        this.paths = Map.copyOf(paths);
    }

    /**
     * Returns the pages of an application whose tables are sharded.
     *
     * @param writes whether the endpoint of moves lets them be driven
     * @param figures what the page of shards shows beside what other endpoints tell, by the names by which it asks
     * @param paths the paths of endpoints that are not their ids
     */
    static ConsoleEndpoint ofShards(boolean writes, Map<String, Supplier<Object>> figures, Map<String, String> paths) {
        return new ConsoleEndpoint("console.html", true, writes, figures, paths);
    }

    /** Returns the page of an audit; the paths are those of endpoints that are not their ids. */
    static ConsoleEndpoint ofAudit(Map<String, String> paths) {
        return new ConsoleEndpoint("audit.html", false, false, Map.of(), paths);
    }

    /** The page. */
    @ReadOperation
    public WebEndpointResponse<Object> page() {
        return page(page, "");
    }

    /** @param above the way from the page's folder to that of the endpoints */
    private WebEndpointResponse<Object> page(String file, String above) {
        String html = Resources.text(file)
                .replace("{frame}", Resources.text("frame.html"))
                .replace("{console}", above + path("shardingconsole"))
                .replace("{sharding}", above + path("sharding"))
                .replace("{moves}", above + path("shardingmoves"))
                .replace("{statements}", above + path("shardingstatements"))
                .replace("{heat}", above + path("shardingheat"))
                .replace("{audit}", above + path("shardingaudit"))
                .replace("{writes}", Boolean.toString(writes));
        return answer(html, HTML);
    }

    private String path(String endpoint) {
        return paths.getOrDefault(endpoint, endpoint);
    }

    /**
     * Returns the page of moves or of the traffic, or a part of a page.
     *
     * @param part {@code moves}, {@code heat}, a file, or the name of figures
     * @return null if there is no such part
     */
    @ReadOperation
    public @Nullable WebEndpointResponse<Object> part(@Selector String part) {
        return switch (part) {
            case "moves" -> isSharded ? page("moves.html", "../") : null;
            case "heat" -> isSharded ? page("heat.html", "../") : null;
            case "console.css" -> answer(Resources.text(part), STYLE);
            case "uplot.css" -> answer(Resources.uplot("uPlot.min.css"), STYLE);
            case "uplot.js" -> answer(Resources.uplot("uPlot.iife.min.js"), SCRIPT);
            case "icon.svg" -> answer(Resources.text(part), ICON);
            default -> SCRIPTS.contains(part) ? answer(Resources.text(part), SCRIPT) : figures(part);
        };
    }

    private @Nullable WebEndpointResponse<Object> figures(String name) {
        Supplier<Object> found = figures.get(name);
        return found == null ? null : answer(found.get(), MimeTypeUtils.APPLICATION_JSON);
    }

    private static WebEndpointResponse<Object> answer(Object body, MimeType type) {
        return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_OK, type);
    }
}
