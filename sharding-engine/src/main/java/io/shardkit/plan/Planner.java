package io.shardkit.plan;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.Functions;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.Span;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.SqlTemplate;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Decides how a statement runs. Thread-safe; asks nothing but the catalog. */
public final class Planner implements PlanCache.Source {
    private final ShardingRule rule;
    private final Catalog catalog;
    private final Dialect dialect;
    private final Limits limits;
    private final SqlParser parser;
    private final GatherPlanner gathering;

    /** A planner for the rule's tables. */
    public Planner(ShardingRule rule, Catalog catalog, Dialect dialect, Limits limits) {
        this.rule = rule;
        this.catalog = catalog;
        this.limits = limits;
        this.dialect = dialect;
        this.parser = new SqlParser(rule, catalog, dialect);
        this.gathering = new GatherPlanner(dialect, limits);
    }

    /**
     * The plan of a text; a refusal is a plan whose binding throws it.
     *
     * @throws SQLException if a table does not exist yet, or a database cannot be asked
     */
    @Override
    public Plan plan(String sql) throws SQLException {
        try {
            return plan(parser.parse(sql));
        } catch (SQLException e) {
            if (e instanceof ShardingException refusal && refusal.errorCode() != ErrorCode.TABLE_NOT_FOUND) {
                return new RefusedPlan(kindByFirstWord(sql), 0, refusal.errorCode(), refusal.detail());
            }
            throw e;
        } catch (StackOverflowError e) {
            return new RefusedPlan(kindByFirstWord(sql), 0, ErrorCode.UNPARSABLE, "it is nested too deeply");
        }
    }

    @Override
    public void forget() {
        catalog.forget();
    }

    private Plan plan(ParsedStatement statement) throws SQLException {
        if (statement instanceof ParsedStatement.Ddl ddl) {
            return ddl(ddl);
        }
        Tables tables = new Tables(statement, rule, catalog);
        if (statement instanceof ParsedStatement.Query query) {
            return tables.shardedUses().isEmpty() ? unsharded(query, kind(query), tables) : query(query, tables);
        }
        Plan write = write(statement, tables);
        return statement.text().hasReturning() ? new ReturningPlan(write) : write;
    }

    private Plan write(ParsedStatement statement, Tables tables) throws SQLException {
        boolean sharded = tables.sharded(0) != null;
        if (statement instanceof ParsedStatement.Write write) {
            StatementKind kind = write.update() ? StatementKind.UPDATE : StatementKind.DELETE;
            if (sharded) {
                return write(write, kind, tables);
            }
            return tables.isBroadcast(0)
                    ? new BroadcastWritePlanner(write, kind, tables, dialect)
                            .plan(write.functions(), write.limited(), sourceCount())
                    : ofSingle(write, kind, tables);
        }
        ParsedStatement.Insert insert = (ParsedStatement.Insert) statement;
        if (sharded) {
            return new InsertPlanner(insert, tables, dialect).plan();
        }
        return tables.isBroadcast(0)
                ? new BroadcastWritePlanner(insert, StatementKind.INSERT, tables, dialect)
                        .plan(insert.functions(), false, sourceCount())
                : ofSingle(insert, StatementKind.INSERT, tables);
    }

    private int sourceCount() {
        return rule.dataSources().size();
    }

    private static StatementKind kind(ParsedStatement.Query query) {
        return query.locking() ? StatementKind.LOCKING_QUERY : StatementKind.QUERY;
    }

    private Plan query(ParsedStatement.Query query, Tables tables) throws SQLException {
        Links links = new Links(query.blocks(), tables);
        Placement placement = placement(query, tables, links);
        QueryPlan.Scatter scatter = null;
        GatherSpec gather = null;
        Refusal refusal = null;
        try {
            scatter = scatter(query, tables, links);
        } catch (SQLException notMerged) {
            refusal = refusalOf(notMerged);
        }
        try {
            gather = gathering.plan(query, tables, links, new RoutingPlanner(tables, links));
        } catch (SQLException notGathered) {
            refusal = refusal != null && refusalOf(notGathered).code() == ErrorCode.GATHER_DISABLED
                    ? refusal
                    : refusalOf(notGathered);
        }
        return new QueryPlan(kind(query), query.text().parameterCount(), placement, scatter, gather, refusal);
    }

    private QueryPlan.Scatter scatter(ParsedStatement.Query query, Tables tables, Links links) throws SQLException {
        ParsedStatement.SelectClauses clauses = query.simple();
        if (clauses == null) {
            throw ErrorCode.SET_OPERATION_OVER_UNITS.exception("or WITH");
        }
        Refusal joins = new Locality(tables, links).refusal(query.blocks());
        if (joins != null) {
            throw joins.exception();
        }
        MergePlanner.Result merged = new MergePlanner(query, clauses, tables, dialect, limits).plan();
        Set<Integer> nullable = Locality.nullable(query.blocks().get(0).from(), false, new HashSet<>());
        int[] required = tables.shardedUses().stream()
                .mapToInt(TableUse::id)
                .filter(use -> !nullable.contains(use))
                .toArray();
        ShardedTable lead = tables.shardedOf(tables.uses().get(required[0]));
        return new QueryPlan.Scatter(
                new UnitTexts(merged.template(), shardedTables(tables), lead),
                merged.merge(),
                clauses.limit(),
                merged.limitPushed(),
                required,
                limits);
    }

    private Placement placement(ParsedStatement statement, Tables tables, Links links) throws SQLException {
        ShardedTable lead = tables.shardedOf(tables.shardedUses().get(0));
        return new Placement(
                tables,
                new RoutingPlanner(tables, links),
                new UnitTexts(SqlTemplate.of(statement), shardedTables(tables), lead));
    }

    private static List<@Nullable ShardedTable> shardedTables(Tables tables) {
        List<@Nullable ShardedTable> sharded = new ArrayList<>();
        tables.uses().forEach(use -> sharded.add(tables.sharded(use.id())));
        return sharded;
    }

    private Plan write(ParsedStatement.Write write, StatementKind kind, Tables tables) throws SQLException {
        ShardedTable target = tables.shardedOf(tables.uses().get(0));
        List<KeptKey> keptKeys = KeptKey.of(write, tables);
        if (!write.conditional() && !limits.writesWithoutCondition()) {
            throw ErrorCode.WRITE_WITHOUT_CONDITION.exception(target.name());
        }
        Refusal oneUnit = whyOneUnit(write, tables, target);
        Links links = new Links(write.blocks(), tables);
        return new WritePlan(
                kind,
                write.text().parameterCount(),
                placement(write, tables, links),
                new UnitTexts(SqlTemplate.of(write), shardedTables(tables), target),
                oneUnit,
                keptKeys,
                limits);
    }

    private static @Nullable Refusal whyOneUnit(ParsedStatement.Write write, Tables tables, ShardedTable target) {
        if (write.limited()) {
            return new Refusal(ErrorCode.LIMITED_WRITE_OVER_UNITS, target.name());
        }
        if (tables.shardedUses().size() > 1) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "in a write of " + target);
        }
        if (write.text().hasNestedLimit()) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT");
        }
        for (String function : write.functions()) {
            if (!Functions.isRowWise(function) && !Functions.isMergeableAggregate(function)) {
                return new Refusal(ErrorCode.SEVERAL_UNITS, "the function " + function);
            }
        }
        return null;
    }

    private Plan unsharded(ParsedStatement statement, StatementKind kind, Tables tables) throws SQLException {
        SortedSet<Integer> sources = tables.singleSources();
        if (sources.size() > 1) {
            throw ErrorCode.TABLES_APART.exception("single tables on several data sources");
        }
        return FixedPlan.of(
                kind,
                statement.text().sql(),
                statement.text().parameterCount(),
                sources.isEmpty() ? -1 : sources.first(),
                rule.defaultDataSource(),
                rule.dataSources().size());
    }

    /** A write of a single table; what it reads has to be on the same data source. */
    private Plan ofSingle(ParsedStatement statement, StatementKind kind, Tables tables) throws SQLException {
        if (!tables.shardedUses().isEmpty()) {
            throw ErrorCode.SUBQUERY_OVER_UNITS.exception("in a write of a single table");
        }
        return unsharded(statement, kind, tables);
    }

    private Plan ddl(ParsedStatement.Ddl ddl) throws SQLException {
        TableUse target = ddl.tables().get(0);
        ShardedTable sharded = rule.shardedTable(target.name());
        for (TableUse use : ddl.tables()) {
            if (rule.isActualTable(use.name())) {
                throw ErrorCode.ACTUAL_TABLE.exception(use.name());
            }
            if (use.id() > 0 && !isWith(target.name(), use.name())) {
                throw ErrorCode.TABLES_APART.exception(target.name() + " references " + use.name());
            }
        }
        int parameters = ddl.text().parameterCount();
        if (sharded == null) {
            return rule.isBroadcast(target.name())
                    ? EverySourcePlan.of(
                            StatementKind.DDL,
                            ddl.text().sql(),
                            parameters,
                            rule.dataSources().size(),
                            List.of())
                    : FixedPlan.of(
                            StatementKind.DDL,
                            ddl.text().sql(),
                            parameters,
                            rule.dataSourceOfSingle(target.name()),
                            0,
                            rule.dataSources().size());
        }
        SqlTemplate.Editor editor = new SqlTemplate.Editor(ddl);
        for (Span name : ddl.ownNames()) {
            if (!ddl.indexName() || dialect.indexNamesPerSchema()) {
                editor.suffixNameByTable(name, 0);
            }
        }
        List<@Nullable ShardedTable> tables = new ArrayList<>();
        ddl.tables().forEach(use -> tables.add(rule.shardedTable(use.name())));
        return DdlPlan.of(new UnitTexts(editor.build(), tables, sharded), sharded);
    }

    /** Whether the rows that a foreign key of the table refers to always lie beside it. */
    private boolean isWith(String table, String referenced) {
        ShardedTable sharded = rule.shardedTable(table);
        ShardedTable other = rule.shardedTable(referenced);
        if (other != null) {
            return sharded != null && other.bindingGroup() == sharded.bindingGroup();
        }
        return rule.isBroadcast(referenced)
                || (rule.isSingle(table) && rule.dataSourceOfSingle(table) == rule.dataSourceOfSingle(referenced));
    }

    private static Refusal refusalOf(SQLException e) throws SQLException {
        if (e instanceof ShardingException refusal) {
            return new Refusal(refusal.errorCode(), refusal.detail());
        }
        throw e;
    }

    private static StatementKind kindByFirstWord(String sql) {
        String start = sql.stripLeading().toUpperCase(Locale.ROOT);
        return start.startsWith("SELECT") || start.startsWith("WITH") || start.startsWith("(")
                ? StatementKind.QUERY
                : StatementKind.UPDATE;
    }
}
