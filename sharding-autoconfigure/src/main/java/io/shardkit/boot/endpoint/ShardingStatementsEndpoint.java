package io.shardkit.boot.endpoint;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.StatementsState;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@link Endpoint Actuator endpoint} with the statistics of statements, without values. */
@Endpoint(id = "shardingstatements", defaultAccess = Access.READ_ONLY)
public final class ShardingStatementsEndpoint {
    private static final int DEFAULT_LIMIT = 50;
    private static final String DEFAULT_SORT = "total";

    private static final Map<String, Comparator<StatementsState.Statement>> SORTS = new TreeMap<>(Map.of(
            DEFAULT_SORT,
            Comparator.comparingDouble(StatementsState.Statement::totalMillis),
            "mean",
            Comparator.comparingDouble(StatementsState.Statement::meanMillis),
            "p95",
            Comparator.comparingDouble(StatementsState.Statement::p95Millis),
            "max",
            Comparator.comparingDouble(StatementsState.Statement::maxMillis),
            "calls",
            Comparator.comparingLong(StatementsState.Statement::calls),
            "rows",
            Comparator.comparingLong(StatementsState.Statement::rows),
            "units",
            Comparator.comparingDouble(StatementsState.Statement::units),
            "errors",
            Comparator.comparingLong(each -> each.errors() + each.refusals())));

    private final ShardingDataSource dataSource;

    ShardingStatementsEndpoint(ShardingDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Returns the statistics; no database is asked.
     *
     * @param sort by {@code total}, the default, {@code mean}, {@code p95}, {@code max}, {@code calls}, {@code rows}, {@code
     *     units} or {@code errors}, the largest first
     * @param search keeps statements with this text in their SQL, whatever its case
     * @param limit the number of statements, and of definitions, at most; 50 by default
     * @param scope {@code all} instances, the default, or this {@code instance}
     * @throws InvalidEndpointRequestException if there is no such sort or scope, or the limit is negative
     */
    @ReadOperation
    public StatementsState statements(
            @Nullable String sort, @Nullable String search, @Nullable Integer limit, @Nullable String scope) {
        Comparator<StatementsState.Statement> order = SORTS.get(sort == null ? DEFAULT_SORT : sort);
        if (order == null) {
            throw invalid("sort", String.join(", ", SORTS.keySet()));
        }
        int most = limit == null ? DEFAULT_LIMIT : limit;
        if (most < 0) {
            throw invalid("limit", "a number from 0 on");
        }
        boolean all = scope == null || scope.equals("all");
        if (!all && !"instance".equals(scope)) {
            throw invalid("scope", "all, instance");
        }
        StatementsState state = dataSource.statements(all);
        String text = search == null ? "" : search.toLowerCase(Locale.ROOT);
        return new StatementsState(
                state.enabled(),
                state.since(),
                state.instances(),
                state.problem(),
                state.calls(),
                state.totalMillis(),
                chosen(state.statements(), order, text, most),
                state.others(),
                chosen(state.definitions(), order, text, most));
    }

    private static List<StatementsState.Statement> chosen(
            List<StatementsState.Statement> all, Comparator<StatementsState.Statement> order, String text, int most) {
        return all.stream()
                .filter(each -> each.sql().toLowerCase(Locale.ROOT).contains(text))
                .sorted(order.reversed())
                .limit(most)
                .toList();
    }

    private static InvalidEndpointRequestException invalid(String parameter, String known) {
        return new InvalidEndpointRequestException(
                parameter + " has another value than " + known, parameter + " has to be one of: " + known);
    }

    /** Has the statistics begin anew: of this instance at once, of the others when they share theirs. */
    @DeleteOperation
    public void reset() {
        dataSource.resetStatements();
    }
}
