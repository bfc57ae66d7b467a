package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.Subquery;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans an UPDATE or DELETE whose subqueries have to be asked first. */
final class SubqueryPlanner {
    private final ShardingRule rule;
    private final SqlParser parser;
    private final Dialect dialect;
    private final Limits limits;
    private final PlanCache.Source planner;

    SubqueryPlanner(ShardingRule rule, SqlParser parser, Dialect dialect, Limits limits, PlanCache.Source planner) {
        this.rule = rule;
        this.parser = parser;
        this.dialect = dialect;
        this.limits = limits;
        this.planner = planner;
    }

    /**
     * Plans the statement.
     *
     * @throws SQLException a refusal if a subquery cannot be asked on its own
     */
    Plan plan(ParsedStatement.Write write, StatementKind kind, Tables tables) throws SQLException {
        if (!limits.gatherEnabled()) {
            throw ErrorCode.GATHER_DISABLED.exception("a subquery in a write");
        }
        TableUse target = tables.uses().get(0);
        List<SubqueryPlan.Part> parts = new ArrayList<>();
        for (Subquery subquery : Subquery.of(write.text())) {
            String sql = write.text()
                    .sql()
                    .substring(subquery.query().start(), subquery.query().end());
            ParsedStatement query = parser.parse(sql);
            if (staysInTheText(target, query)) {
                continue;
            }
            boolean own = query.tables().stream().anyMatch(use -> use.label().equals(target.label()));
            if (subquery.form() == Subquery.Form.OTHER
                    || (!own && Subquery.isQualifiedBy(query.text(), target.label()))) {
                throw ErrorCode.SUBQUERY_OVER_UNITS.exception("in a write of " + target.name());
            }
            Plan plan = planner.plan(sql);
            if (plan instanceof RefusedPlan refused) {
                throw refused.code().exception(refused.detail());
            }
            parts.add(new SubqueryPlan.Part(
                    subquery,
                    column(tables, subquery.column()),
                    plan,
                    write.text().parametersBefore(subquery.query().start())));
        }
        if (parts.isEmpty()) {
            throw ErrorCode.SUBQUERY_OVER_UNITS.exception("in a write of " + target.name());
        }
        return new SubqueryPlan(
                kind,
                write.text().sql(),
                write.text().parameterCount(),
                parts,
                dialect,
                planner,
                limits.gatherMaxRows());
    }

    /** Whether all that a subquery reads is wherever the target is. */
    private boolean staysInTheText(TableUse target, ParsedStatement query) {
        return query.tables().stream()
                .allMatch(use -> rule.isBroadcast(use.name())
                        || (rule.isSingle(target.name())
                                && rule.isSingle(use.name())
                                && rule.dataSourceOfSingle(target.name()) == rule.dataSourceOfSingle(use.name())));
    }

    private static @Nullable Column column(Tables tables, @Nullable String name) {
        return name == null
                ? null
                : tables.columns(0).stream()
                        .filter(column -> column.name().equals(name))
                        .findFirst()
                        .orElse(null);
    }
}
