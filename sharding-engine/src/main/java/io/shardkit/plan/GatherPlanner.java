package io.shardkit.plan;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Carrier;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.rule.Limits;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.SqlTemplate;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Plans the general way to answer a SELECT over several units: gather the rows, and let one database answer. */
final class GatherPlanner {
    private final Dialect dialect;
    private final Limits limits;

    GatherPlanner(Dialect dialect, Limits limits) {
        this.dialect = dialect;
        this.limits = limits;
    }

    /** How a SELECT is answered by gathering all of its sharded tables. */
    GatherSpec plan(ParsedStatement.Query query, Tables tables, Links links) throws SQLException {
        checkEnabled();
        if (query.locking()) {
            throw ErrorCode.LOCK_OVER_UNITS.exception("");
        }
        return plan(query, tables, links, tables.shardedUses(), editor(query).build());
    }

    /**
     * How a statement, or a part of it, is run by gathering some of its tables.
     *
     * @param gathered the sharded tables whose rows are needed
     * @param text what runs once they are there
     */
    GatherSpec plan(ParsedStatement statement, Tables tables, Links links, List<TableUse> gathered, SqlTemplate text)
            throws SQLException {
        checkEnabled();
        String ofTheTable = statement.text().wordOfTheTableItself();
        if (ofTheTable != null) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(ofTheTable + " of a table whose rows are gathered");
        }
        RoutingPlanner routing = new RoutingPlanner(tables, links);
        List<GatherSpec.Source> sources = new ArrayList<>();
        for (TableUse use : gathered) {
            sources.add(source(statement, use, routing.routing(use), tables, links));
        }
        SortedSet<Integer> singles = tables.singleSources();
        Integer place = singles.isEmpty() ? null : singles.first();
        if (tables.areApart()) {
            if (!(statement instanceof ParsedStatement.Query)) {
                throw ErrorCode.TABLES_APART.exception("single tables on several data sources");
            }
            for (TableUse use : tables.declaredSingleUses()) {
                Routing itself = new Routing(tables.unitOf(use), ShardCondition.all());
                sources.add(source(statement, use, itself, tables, links));
            }
            place = tables.hasUndeclaredSingle() ? tables.defaultDataSource() : null;
        }
        return new GatherSpec(dialect, text, sources, place, limits);
    }

    private void checkEnabled() throws SQLException {
        if (!limits.gatherEnabled()) {
            throw ErrorCode.GATHER_DISABLED.exception("");
        }
    }

    /** Edits of a text that reads gathered rows: copies of tables have no indexes. */
    SqlTemplate.Editor editor(ParsedStatement statement) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(statement);
        statement.text().indexHints().forEach(hint -> editor.replace(hint, "", List.of()));
        return editor;
    }

    private GatherSpec.Source source(
            ParsedStatement statement, TableUse use, Routing routing, Tables tables, Links links) throws SQLException {
        List<Column> all = tables.columns(use.id());
        if (all.isEmpty()) {
            throw ErrorCode.TABLE_NOT_FOUND.exception(use.name());
        }
        List<Column> columns = needed(statement, use, all);
        for (Column column : columns) {
            if (column.carrier() == Carrier.NONE) {
                throw ErrorCode.GATHER_TYPE.exception(
                        use.name() + "." + column.name() + " of type " + column.typeName());
            }
        }
        Pushdown.Filter filter = new Pushdown(tables, dialect, use).filter(links, all);
        return new GatherSpec.Source(use.id(), routing, columns, links.equatedColumns(use), filter);
    }

    /** The columns whose names the text mentions; all of them where it may mean them without naming them. */
    private static List<Column> needed(ParsedStatement statement, TableUse use, List<Column> all) {
        if (statement.text().mayMeanAllColumns(use.label())) {
            return all;
        }
        List<Column> columns = all.stream()
                .filter(column -> statement.text().mentions(column.name()))
                .toList();
        return columns.isEmpty() ? all.subList(0, 1) : columns;
    }
}
