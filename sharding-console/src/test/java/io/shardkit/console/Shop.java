package io.shardkit.console;

import io.shardkit.jdbc.ShardingDataSource;
import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.function.SingletonSupplier;

/** An application with orders and the console's pages, on new databases. */
final class Shop implements AutoCloseable {
    private static final List<String> RULE = List.of(
            "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
            "sharding.tables.t_order.database-strategy.sharding-column=user_id",
            "sharding.tables.t_order.database-strategy.algorithm=modulo",
            "sharding.tables.t_order.table-strategy.sharding-column=id",
            "sharding.tables.t_order.table-strategy.algorithm=modulo",
            "sharding.unique-keys.without-sharding-column=accept",
            "sharding.broadcast-tables=t_country",
            "sharding.algorithms.modulo.type=mod");
    private static final List<String> SERVED = List.of(
            "server.port=0",
            "server.address=127.0.0.1",
            "management.endpoints.web.exposure.include=sharding,shardingaudit,shardingconsole");
    private static final List<String> MOVING = List.of(
            "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1},ds1.t_order_{2..3}",
            "sharding.tables.t_order.table-strategy.sharding-column=user_id",
            "sharding.tables.t_order.table-strategy.algorithm=modulo",
            "sharding.unique-keys.without-sharding-column=accept",
            "sharding.broadcast-tables=t_country",
            "sharding.algorithms.modulo.type=mod",
            "sharding.rule-store.poll=100ms",
            "sharding.rule-store.instance=shop-1");

    /** The token that a form of this application has to send, as with Spring Security's cookie. */
    static final String TOKEN = "a token";

    /** A statement in each line. */
    private static final String STATISTICS =
            """
            {"enabled": true, "since": "2026-11-30T08:00:00.000Z", "instances": 2, "problem": "", "calls": 120000,
            "totalMillis": 310000.0, "statements": [
            {"sql": "UPDATE t_order SET name = ?", "summary": "UPDATE t_order", "operation": "UPDATE", "calls": 30000, "rows": 0, "units": 4.0, "maxUnits": 4, "totalMillis": 93000.0, "meanMillis": 3.1, "p95Millis": 4.0, "maxMillis": 9.0, "share": 0.3, "errors": 2, "refusals": 10, "lastError": "SK-2041", "firstSeen": "2026-11-30T08:00:01.120Z", "lastSeen": "2026-11-30T09:12:33.500Z"},
            {"sql": "SELECT id FROM t_order WHERE user_id = ?", "summary": "SELECT t_order", "operation": "QUERY", "calls": 90000, "rows": 180000, "units": 1.0, "maxUnits": 1, "totalMillis": 217000.0, "meanMillis": 2.41, "p95Millis": 6.2, "maxMillis": 81.0, "share": 0.7, "errors": 0, "refusals": 0, "lastError": "", "firstSeen": "2026-11-30T08:00:01.120Z", "lastSeen": "2026-11-30T09:12:33.500Z"},
            ], "others": null, "definitions": []}
            """;

    static final String SHOWN = "management.endpoint.shardingconsole.access=read-only";

    private final ConfigurableApplicationContext context;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
        /** Its history has steps of a second, so that curves are seen soon. */
        @Bean
        @ConditionalOnProperty("shop.hasty")
        Traffic hastyTraffic(ObjectProvider<ShardingDataSource> dataSource) {
            SingletonSupplier<ShardingDataSource> known = SingletonSupplier.of(dataSource::getObject);
            return new Traffic(() -> known.obtain().rule(), Duration.ofSeconds(1));
        }

        /** Counts resets of the statistics. */
        static final AtomicInteger resets = new AtomicInteger();

        /** True if a form to log in answers all requests, as when a session has ended. */
        static volatile boolean loggedOut;

        /** Answers for the endpoint of statistics. */
        @Bean
        @ConditionalOnProperty("shop.statistics")
        FilterRegistrationBean<Filter> statistics() {
            FilterRegistrationBean<Filter> statistics = new FilterRegistrationBean<>((request, response, chain) -> {
                HttpServletRequest asked = (HttpServletRequest) request;
                if (asked.getMethod().equals("DELETE")) {
                    resets.incrementAndGet();
                    ((HttpServletResponse) response).setStatus(HttpServletResponse.SC_NO_CONTENT);
                    return;
                }
                String search = asked.getParameter("search").toLowerCase(Locale.ROOT);
                response.setContentType("application/json");
                response.getWriter()
                        .write(STATISTICS
                                .lines()
                                .filter(line -> !line.contains("\"sql\"")
                                        || line.toLowerCase(Locale.ROOT).contains(search))
                                .collect(Collectors.joining("\n"))
                                .replace("},\n]", "}]"));
            });
            statistics.addUrlPatterns("/actuator/shardingstatements");
            return statistics;
        }

        /** As strict as an application may be with its pages. */
        @Bean
        Filter policy() {
            return (request, response, chain) -> {
                HttpServletRequest asked = (HttpServletRequest) request;
                HttpServletResponse answer = (HttpServletResponse) response;
                answer.setHeader("Content-Security-Policy", "default-src 'self'");
                Cookie cookie = new Cookie("XSRF-TOKEN", TOKEN.replace(" ", "%20"));
                cookie.setPath("/");
                answer.addCookie(cookie);
                if (loggedOut) {
                    answer.setContentType("text/html");
                    answer.getWriter().write("<form></form>");
                } else if (asked.getMethod().equals("POST") && !TOKEN.equals(asked.getHeader("X-XSRF-TOKEN"))) {
                    answer.sendError(HttpServletResponse.SC_FORBIDDEN);
                } else {
                    chain.doFilter(request, response);
                }
            };
        }
    }

    private Shop(List<String> settings) {
        context = new SpringApplicationBuilder(Application.class)
                .properties(settings.toArray(new String[0]))
                .run();
        jdbc().execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
        jdbc().execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
    }

    /** Its tables are sharded. */
    static Shop sharded(String... more) {
        List<String> settings = new ArrayList<>(RULE);
        settings.addAll(SERVED);
        settings.addAll(List.of(
                "sharding.endpoint.explain=true",
                "sharding.tables.t_order.key-generate-strategy.column=id",
                "sharding.tables.t_order.key-generate-strategy.generator=order-keys",
                "sharding.key-generators.order-keys.type=snowflake",
                "sharding.key-generators.order-keys.props.worker-id=lease",
                "sharding.key-generators.order-keys.props.create-table=true"));
        settings.addAll(List.of(more));
        return overTwo(settings);
    }

    /** Its tables lie so that they can be moved, and its endpoint of moves is exposed; it has 40 orders. */
    static Shop moving(String... more) {
        List<String> settings = new ArrayList<>(MOVING);
        settings.addAll(SERVED);
        settings.add("management.endpoints.web.exposure.include=sharding,shardingconsole,shardingmoves,shardingheat");
        settings.addAll(List.of(more));
        Shop shop = overTwo(settings);
        for (int i = 0; i < 40; i++) {
            shop.jdbc().update("INSERT INTO t_order VALUES (?, ?, 'Ada')", i, i);
        }
        return shop;
    }

    private static Shop overTwo(List<String> settings) {
        for (int i = 0; i < 2; i++) {
            String url = "sharding.data-sources.ds" + i + ".url=";
            if (settings.stream().noneMatch(each -> each.startsWith(url))) {
                settings.add(url + database());
            }
        }
        return new Shop(settings);
    }

    /** It has one database, and is audited. */
    static Shop audited(String... more) {
        List<String> settings = new ArrayList<>(RULE);
        settings.addAll(SERVED);
        settings.addAll(List.of(more));
        settings.addAll(List.of(
                "sharding.audit.enabled=true",
                "sharding.audit.file=target/audit",
                "spring.datasource.url=" + database(),
                "sharding.data-sources.ds0.url=jdbc:h2:tcp://nowhere/x",
                "sharding.data-sources.ds1.url=jdbc:h2:tcp://nowhere/y"));
        return new Shop(settings);
    }

    private static String database() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    JdbcTemplate jdbc() {
        return context.getBean(JdbcTemplate.class);
    }

    /** The address of an endpoint. */
    String url(String path) {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/" + path;
    }

    void stop() {
        context.close();
    }

    @Override
    public void close() {
        stop();
    }
}
