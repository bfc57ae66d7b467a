package io.shardkit.planner.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Plans the general way to answer a SELECT over several units: gather the rows, and let one database answer. */
public final class GatherPlanner {
    private final Dialect dialect;
    private final Limits limits;

    public GatherPlanner(Dialect dialect, Limits limits) {
        this.dialect = dialect;
        this.limits = limits;
    }

    /** How a SELECT is answered by gathering all of its sharded tables. */
    public GatherSpec plan(ParsedStatement.Query query, Tables tables, ColumnEqualities links) throws SQLException {
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
    public GatherSpec plan(
            ParsedStatement statement, Tables tables, ColumnEqualities links, List<TableUse> gathered, SqlTemplate text)
            throws SQLException {
        SortedSet<Integer> singles = tables.singleSources();
        Integer place = singles.isEmpty() ? null : singles.first();
        if (!tables.areApart()) {
            return plan(statement, tables, links, gathered, List.of(), place, text);
        }
        if (!(statement instanceof ParsedStatement.Query || statement instanceof ParsedStatement.InsertSelect)) {
            throw ErrorCode.TABLES_APART.exception("single tables on several data sources");
        }
        Integer ofUndeclared = tables.hasUndeclaredSingle() ? tables.defaultDataSource() : null;
        return plan(statement, tables, links, gathered, tables.declaredSingleUses(), ofUndeclared, text);
    }

    /**
     * The same, with single tables among those that are copied.
     *
     * @param singles the declared single tables that are copied
     * @param place the data source that those demand that are not copied, or null for any
     */
    public GatherSpec plan(
            ParsedStatement statement,
            Tables tables,
            ColumnEqualities links,
            List<TableUse> gathered,
            List<TableUse> singles,
            @Nullable Integer place,
            SqlTemplate text)
            throws SQLException {
        checkEnabled();
        Set<String> unknown = statement instanceof ParsedStatement.Query query
                ? query.unknownNames()
                : tables.unknownObjectId(statement);
        String ofTheTable = statement.text().columnWords().ofTheTableItself(unknown);
        if (ofTheTable != null) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception(ofTheTable + " of a table whose rows are gathered");
        }
        RoutingPlanner routing = new RoutingPlanner(tables, links);
        CopyPlanner copying = new CopyPlanner(statement, tables, dialect);
        List<GatherSpec.Source> sources = new ArrayList<>();
        for (TableUse use : gathered) {
            sources.add(source(copying, use, routing.routing(use), tables, links));
        }
        for (TableUse use : singles) {
            if (tables.mayMeanAnother(statement.text(), use)) {
                throw ErrorCode.UNSTABLE_PARSE.exception(
                        "the name of " + use.name() + " in another case than it is declared in");
            }
            Routing itself = new Routing(tables.unitOf(use), ShardCondition.all());
            sources.add(source(copying, use, itself, tables, links));
        }
        return new GatherSpec(dialect, text, statement.text().rowClauses().hasWindow(), sources, place, limits);
    }

    private void checkEnabled() throws SQLException {
        if (!limits.gatherEnabled()) {
            throw ErrorCode.GATHER_DISABLED.exception("");
        }
    }

    /** Edits of a text that reads gathered rows: copies of tables have no indexes. */
    public SqlTemplate.Editor editor(ParsedStatement statement) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(statement);
        statement.text().indexHints().forEach(hint -> editor.replace(hint, "", List.of()));
        return editor;
    }

    private GatherSpec.Source source(
            CopyPlanner copying, TableUse use, Routing routing, Tables tables, ColumnEqualities links)
            throws SQLException {
        Copy copy = copying.copy(use);
        Pushdown.Filter filter = new Pushdown(tables, dialect, use).filter(links, tables.columns(use.id()));
        return new GatherSpec.Source(use.id(), routing, copy, links.equatedColumns(use), filter);
    }
}
