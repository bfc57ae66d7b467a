package io.shardkit.plan;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.TextOrder;
import io.shardkit.error.ErrorCode;
import io.shardkit.sql.Parameters;
import io.shardkit.sql.Span;
import io.shardkit.sql.Subquery;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE whose subqueries are asked first; it runs with their answers in their place, as any other.
 * Immutable.
 *
 * @param kind what the statement is
 * @param sql its text
 * @param parameterCount how many parameters it has
 * @param parts the subqueries, in their order
 * @param dialect of the databases
 * @param planner plans the statement that is made
 * @param maxRows how many rows a subquery may answer
 */
record SubqueryPlan(
        StatementKind kind,
        String sql,
        int parameterCount,
        List<Part> parts,
        Dialect dialect,
        PlanCache.Source planner,
        long maxRows)
        implements Plan {
    /** The databases take no more than 65,535 parameters. */
    private static final int MOST_VALUES = 30_000;

    /**
     * A subquery to ask first.
     *
     * @param column the column that is compared with it or assigned to it, or null
     * @param firstParameter the first of the statement's parameters that is the subquery's
     */
    record Part(Subquery subquery, @Nullable Column column, Plan plan, int firstParameter) {}

    @Override
    public @Nullable String generatedKeyColumn() {
        return null;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource) throws SQLException {
        List<BoundPlan.AfterQueries.Query> queries = new ArrayList<>();
        for (Part part : parts) {
            int[] own = IntStream.range(
                            part.firstParameter(),
                            part.firstParameter() + part.plan().parameterCount())
                    .toArray();
            Parameters asked = parameters.arranged(own, new Object[0]);
            // A refusal is known before anything runs.
            part.plan().bind(asked, preferredDataSource);
            boolean exists = part.subquery().form() == Subquery.Form.EXISTS;
            queries.add(new BoundPlan.AfterQueries.Query(part.plan(), asked, maxRows, exists ? 1 : 0));
        }
        return new BoundPlan.AfterQueries(queries, answers -> List.of(write(answers, parameters)));
    }

    private BoundPlan.AfterQueries.Write write(List<Answer> answers, Parameters parameters) throws SQLException {
        StringBuilder text = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        int at = 0;
        int parameter = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Span span = part.subquery().span();
            text.append(sql, at, span.start());
            for (; parameter < part.firstParameter(); parameter++) {
                sources.add(parameter);
            }
            text.append(replacement(part, answers.get(i), sources, values));
            parameter += part.plan().parameterCount();
            at = span.end();
        }
        text.append(sql, at, sql.length());
        for (; parameter < parameterCount; parameter++) {
            sources.add(parameter);
        }
        int[] arranged = sources.stream().mapToInt(Integer::intValue).toArray();
        return new BoundPlan.AfterQueries.Write(
                planner.plan(text.toString()), parameters.arranged(arranged, values.toArray()));
    }

    private String replacement(Part part, Answer answer, List<Integer> sources, List<@Nullable Object> values)
            throws SQLException {
        if (part.subquery().form() == Subquery.Form.EXISTS) {
            return answer.rows().isEmpty() ? "(1 = 0)" : "(1 = 1)";
        }
        if (answer.columns().size() != 1) {
            throw ErrorCode.SUBQUERY_ROWS.exception(answer.columns().size() + " columns");
        }
        Set<@Nullable Object> distinct = new LinkedHashSet<>();
        answer.rows().forEach(row -> distinct.add(row[0]));
        boolean allNull = answer.isAllNull(0);
        if (!allNull) {
            checkType(part, answer.columns().get(0));
        }
        if (part.subquery().form() == Subquery.Form.SCALAR) {
            if (answer.rows().size() > 1) {
                throw ErrorCode.SUBQUERY_ROWS.exception(answer.rows().size() + " rows");
            }
            return allNull ? nothing(answer) : value(distinct.iterator().next(), sources, values);
        }
        if (distinct.isEmpty()) {
            // An empty list is no SQL; NULL IN (no rows) is false, not NULL.
            return "(SELECT " + nothing(answer) + " FROM (SELECT 1 AS sk_one) AS sk_none WHERE 1 = 0)";
        }
        if (distinct.size() > MOST_VALUES) {
            throw ErrorCode.GATHER_TOO_LARGE.exception("a subquery of " + distinct.size() + " values");
        }
        List<String> items = new ArrayList<>();
        for (Object each : distinct) {
            items.add(each == null ? "NULL" : value(each, sources, values));
        }
        return "(" + String.join(", ", items) + ")";
    }

    private static String value(@Nullable Object value, List<Integer> sources, List<@Nullable Object> values) {
        values.add(value);
        sources.add(-values.size());
        return "?";
    }

    /** NULL, of the subquery's type where the database would not compare it otherwise. */
    private String nothing(Answer answer) {
        return dialect == Dialect.POSTGRESQL
                ? "CAST(NULL AS " + answer.columns().get(0).typeName() + ")"
                : "NULL";
    }

    /** A value in the text has to be compared as the subquery's column would be. */
    private static void checkType(Part part, Answer.Column type) throws SQLException {
        Column column = part.column();
        boolean scalar = part.subquery().form() == Subquery.Form.SCALAR;
        boolean same;
        if (type.isExactNumber()) {
            same = scalar || (column != null && isExactNumber(column));
        } else if (column == null) {
            same = false;
        } else if (type.isText()) {
            same = column.textOrder() != TextOrder.UNKNOWN;
        } else {
            String name = column.typeName().toLowerCase(Locale.ROOT);
            same = column.comparable()
                    && ((type.type() == Types.DATE && name.equals("date"))
                            || (type.type() == Types.TIMESTAMP
                                    && !type.typeName().toLowerCase(Locale.ROOT).endsWith("tz")
                                    && Set.of("datetime", "timestamp", "timestamp without time zone")
                                            .contains(name)));
        }
        if (!same) {
            throw ErrorCode.GATHER_TYPE.exception("a subquery of " + type.typeName() + " beside "
                    + (column == null ? "an expression" : column.name()));
        }
    }

    private static boolean isExactNumber(Column column) {
        String name = column.typeName().toLowerCase(Locale.ROOT);
        return column.keyType() == KeyType.INTEGER || name.equals("decimal") || name.equals("numeric");
    }
}
