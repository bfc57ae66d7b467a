package io.shardkit.boot.metrics;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.observe.QuerySummary;
import io.shardkit.observe.StatementEnded;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * The attributes of spans by OpenTelemetry's conventions for databases, from the time on that there is the DataSource, which
 * the listeners are made before. Thread-safe.
 */
final class QuerySummaries implements BeanPostProcessor {
    private static final String SYSTEM = "db.system.name";

    private static final int MOST = 1_000;

    /** Longer SQL may have any number of values, and is summarised each time. */
    private static final int LONGEST = 4_000;

    private final Map<String, QuerySummary> known = new ConcurrentHashMap<>();
    private final Map<String, HikariDataSource> pools = new ConcurrentHashMap<>();
    private final Map<String, ServerAddress> addresses = new ConcurrentHashMap<>();
    private volatile @Nullable ShardingDataSource dataSource;

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof ShardingDataSource made) {
            dataSource = made;
        } else if (bean instanceof HikariDataSource pool) {
            pools.put(name, pool);
        }
        return bean;
    }

    /** Returns the summary of a statement; null as long as there is no DataSource. */
    @Nullable QuerySummary of(String sql) {
        QuerySummary summary = known.get(sql);
        ShardingDataSource made = dataSource;
        if (summary != null || made == null) {
            return summary;
        }
        summary = made.summary(sql);
        if (sql.length() <= LONGEST) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(sql, summary);
        }
        return summary;
    }

    /** Tells the attributes of a statement's span that have any number of values. */
    static void attributes(QuerySummary summary, StatementEnded event, BiConsumer<String, String> to) {
        to.accept(SYSTEM, summary.system());
        to.accept("db.query.text", summary.text());
        boolean isBatch = event.way() == ExecutionStrategy.BATCH;
        if (!summary.operation().isEmpty()) {
            to.accept("db.operation.name", isBatch ? "BATCH " + summary.operation() : summary.operation());
            to.accept("db.query.summary", summary.summary());
        }
        if (summary.collections().size() == 1) {
            to.accept("db.collection.name", summary.collections().get(0));
        }
        String code = statusCode(summary.system(), event);
        if (code != null) {
            to.accept("db.response.status_code", code);
        }
    }

    /** MySQL and MariaDB have numbers, others SQLSTATEs; a refusal is no response of a database. */
    private static @Nullable String statusCode(String system, StatementEnded event) {
        if (event.refusal() != null || !(event.failure() instanceof SQLException failure)) {
            return null;
        }
        return switch (system) {
            case "mysql", "mariadb" -> failure.getErrorCode() == 0 ? null : String.valueOf(failure.getErrorCode());
            default -> failure.getSQLState();
        };
    }

    /** Tells the attributes of the span of a call that have any number of values. */
    void attributesOfCall(String called, BiConsumer<String, String> to) {
        QuerySummary none = of("");
        if (none != null) {
            to.accept(SYSTEM, none.system());
        }
        HikariDataSource pool = pools.get(called);
        if (pool != null) {
            addresses
                    .computeIfAbsent(called, name -> ServerAddress.of(pool.getJdbcUrl()))
                    .tell(to);
        }
    }
}
