package io.shardkit.planner.insert;

import io.shardkit.dialect.Dialect;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Done;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.unique.MovedRow;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The UPDATE that an upsert of one row makes of the row that has its key: that row moves to where its new values belong.
 * Immutable.
 *
 * @param plan of the UPDATE
 * @param sources for each parameter of it that of the upsert
 * @param counts the number of rows that the upsert counts where the UPDATE counts one
 */
public record RowUpdate(StatementPlan plan, List<Integer> sources, int counts) {

    /** Plans a statement. */
    @FunctionalInterface
    public interface TextPlanner {
        /** The plan, or why the statement is refused. */
        Attempt<StatementPlan> plan(String sql) throws SQLException;
    }

    /**
     * The UPDATE, or null if there is none that would run.
     *
     * @param target where the table's name stands
     * @param given where the values of the row to insert stand that are literals or parameters
     * @param assigned the columns that get the values of that row
     * @param key the columns that name the row that is there
     */
    static @Nullable RowUpdate of(
            SqlText text,
            Span target,
            Map<String, Span> given,
            List<String> assigned,
            List<String> key,
            int counts,
            Tables tables,
            Dialect dialect,
            TextPlanner planner)
            throws SQLException {
        if (!given.keySet().containsAll(assigned) || !given.keySet().containsAll(key)) {
            return null;
        }
        Writer writer = new Writer(text, given, tables, dialect);
        StringBuilder sql = new StringBuilder("UPDATE ").append(text.sql(), target.start(), target.end());
        sql.append(" SET ").append(String.join(", ", writer.equal(assigned)));
        sql.append(" WHERE ").append(String.join(" AND ", writer.equal(key)));
        return planner.plan(sql.toString()) instanceof Done<StatementPlan> done
                ? new RowUpdate(done.value(), List.copyOf(writer.sources), counts)
                : null;
    }

    /** Writes columns and the values of the row. */
    private record Writer(
            SqlText text, Map<String, Span> given, Tables tables, Dialect dialect, List<Integer> sources) {
        Writer(SqlText text, Map<String, Span> given, Tables tables, Dialect dialect) {
            this(text, given, tables, dialect, new ArrayList<>());
        }

        List<String> equal(List<String> columns) {
            List<String> equal = new ArrayList<>();
            for (String name : columns) {
                Span value = Objects.requireNonNull(given.get(name));
                String column = Objects.requireNonNull(tables.column(new ColumnRef(0, name)))
                        .reportedName();
                equal.add(dialect.quoted(column) + " = " + text.sql().substring(value.start(), value.end()));
                for (int i = text.parametersBefore(value.start()); i < text.parametersBefore(value.end()); i++) {
                    sources.add(i);
                }
            }
            return equal;
        }
    }

    /**
     * The UPDATE of one execution, or null if the row would not move.
     *
     * @param parameters of the upsert
     * @throws SQLException a coded refusal if it may not be carried
     */
    @Nullable MovedRow bind(Parameters parameters, Learned learned) throws SQLException {
        Parameters own = new Parameters(sources.size());
        for (int i = 0; i < sources.size(); i++) {
            own.copy(i, parameters, sources.get(i));
        }
        BoundPlan update = plan.bind(own, -1, learned).ofUpsert(this::ofUpsert);
        return update == null ? null : new MovedRow(update, counts);
    }

    /** The call with the parameters of the upsert. */
    private ShardCall ofUpsert(ShardCall call) {
        int[] own = call.mapping() == null
                ? IntStream.range(0, sources.size()).toArray()
                : call.mapping().sources();
        int[] given = Arrays.stream(own)
                .map(source -> source < 0 ? source : sources.get(source))
                .toArray();
        return new ShardCall(call.dataSource(), call.unit(), call.sql(), new ParameterMapping(given, call.computed()));
    }
}
