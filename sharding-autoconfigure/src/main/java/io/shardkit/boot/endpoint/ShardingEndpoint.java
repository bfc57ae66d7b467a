package io.shardkit.boot.endpoint;

import io.shardkit.error.ShardingException;
import io.shardkit.execute.TimedPools;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.Advice;
import io.shardkit.options.Verification;
import io.shardkit.verify.Verifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@link Endpoint Actuator endpoint} with what is sharded, how the data sources are, and what ran. {@code verification}
 * looks at the tables of the databases, {@code advice} says what would make the statements that ran cheaper, {@code
 * explain} how a statement would run; none of them changes anything.
 */
@Endpoint(id = "sharding")
public final class ShardingEndpoint {
    private static final Logger LOGGER = LoggerFactory.getLogger(ShardingEndpoint.class);
    private static final String VERIFICATION = "verification";
    private static final String ADVICE = "advice";
    private static final String EXPLAIN = "explain";

    private final ShardingDataSource dataSource;
    private final StatementCounts counts;
    private final Supplier<Map<String, DataSource>> pools;
    private final boolean explains;

    /** @param pools those of the data sources, by name */
    ShardingEndpoint(
            ShardingDataSource dataSource,
            StatementCounts counts,
            Supplier<Map<String, DataSource>> pools,
            boolean explains) {
        this.dataSource = dataSource;
        this.counts = counts;
        this.pools = pools;
        this.explains = explains;
    }

    /**
     * The mismatches between the rule and the databases.
     *
     * @param looked whether all of it could be looked at; if not, the log says why
     */
    public record Verified(boolean looked, List<Found> findings) {}

    /**
     * The advice that would make the listed statements cheaper.
     *
     * @param looked whether all of them could be planned; if not, the log says why
     */
    public record Advised(boolean looked, List<Statement> statements) {}

    /**
     * A statement that could be cheaper.
     *
     * @param sql as it is listed, with {@code ?} for its values
     * @param advice the simplest first
     */
    public record Statement(String sql, List<String> advice) {}

    /** Something that does not fit. */
    public record Found(String severity, String dataSource, String table, String message, String advice) {}

    /**
     * The steps of a statement if it ran.
     *
     * @param steps as the rows of EXPLAIN SHARDING
     * @param refusal why it cannot even be explained, or null
     */
    public record Explained(List<Map<String, @Nullable Object>> steps, @Nullable String refusal) {}

    /** All that is known without asking a database. */
    @ReadOperation
    public ShardingReport report() {
        return ShardingReport.of(dataSource, counts, pools.get());
    }

    /**
     * {@link #verify} or {@link #advise}.
     *
     * @param part {@code verification} or {@code advice}
     * @param level of the verification
     * @return null if it is another part
     */
    @ReadOperation
    public @Nullable Object part(@Selector String part, @Nullable Verification level) {
        return switch (part) {
            case VERIFICATION -> verify(level);
            case ADVICE -> advise();
            default -> null;
        };
    }

    /**
     * Returns advice that would make the statements of the report cheaper. They are planned for it, and none is run.
     *
     * @return the statements for which there is advice
     */
    public Advised advise() {
        Map<String, List<String>> advised = new LinkedHashMap<>();
        boolean looked = true;
        for (Seen seen : counts.seen()) {
            try {
                List<String> advice = dataSource.advice(seen.sql(), seen.way(), seen.units(), seen.refusal()).stream()
                        .map(Advice::text)
                        .toList();
                if (!advice.isEmpty()) {
                    advised.putIfAbsent(seen.shown(), advice);
                }
            } catch (SQLException | RuntimeException failure) {
                // The next one would wait for the same database.
                LOGGER.warn("The databases cannot be asked about tables", failure);
                looked = false;
                break;
            }
        }
        return new Advised(
                looked,
                advised.entrySet().stream()
                        .map(each -> new Statement(each.getKey(), each.getValue()))
                        .toList());
    }

    /**
     * Looks at the tables of the databases.
     *
     * @param level how closely; fast if it is null
     */
    public Verified verify(@Nullable Verification level) {
        if (level == Verification.OFF) {
            throw new InvalidEndpointRequestException("level is off", "level has to be fast or full");
        }
        try {
            Verifier verifier = new Verifier(TimedPools.of(pools.get()), dataSource.rule());
            return new Verified(
                    true,
                    verifier.verify(level == null ? Verification.FAST : level).stream()
                            .map(finding -> new Found(
                                    finding.severity().name(),
                                    finding.dataSource(),
                                    finding.table(),
                                    finding.message(),
                                    finding.advice()))
                            .toList());
        } catch (SQLException | RuntimeException failure) {
            // A pool reports a database that it cannot reach by a RuntimeException of its own.
            LOGGER.warn("The databases cannot be looked at", failure);
            return new Verified(false, List.of());
        }
    }

    /**
     * Says how a statement would run; it is not run.
     *
     * @param operation has to be {@code explain}
     * @param sql the statement
     * @param parameters values for its parameters, in their order, such as {@code 7, 'text', NULL}
     */
    @WriteOperation
    public Explained explain(@Selector String operation, String sql, @Nullable String parameters) {
        if (!operation.equals(EXPLAIN)) {
            throw new InvalidEndpointRequestException(
                    "there is no operation " + operation, "the only operation is " + EXPLAIN);
        }
        if (!explains) {
            throw new InvalidEndpointRequestException(
                    "explain is switched off", "set sharding.endpoint.explain to true to allow it");
        }
        List<@Nullable Object> values = ParameterValues.of(parameters);
        if (sql.isBlank()) {
            throw new InvalidEndpointRequestException("sql is blank", "sql has to be a statement");
        }
        counts.explaining(true);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("EXPLAIN SHARDING " + sql)) {
            int number = 0;
            for (Object value : values) {
                statement.setObject(++number, value);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return new Explained(steps(rows), null);
            }
        } catch (SQLException failure) {
            if (failure instanceof ShardingException) {
                return new Explained(List.of(), failure.getMessage());
            }
            LOGGER.warn("A statement cannot be explained", failure);
            return new Explained(List.of(), "a database cannot be asked; the log says why");
        } finally {
            counts.explaining(false);
        }
    }

    private static List<Map<String, @Nullable Object>> steps(ResultSet rows) throws SQLException {
        List<Map<String, @Nullable Object>> steps = new ArrayList<>();
        ResultSetMetaData columns = rows.getMetaData();
        while (rows.next()) {
            Map<String, @Nullable Object> step = new LinkedHashMap<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                step.put(columns.getColumnLabel(i), rows.getObject(i));
            }
            steps.add(step);
        }
        return steps;
    }
}
