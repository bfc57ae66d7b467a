package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.RoutingPlanner;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BlockPlace;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans the general way to answer a SELECT over several units: gather the rows, and let one database answer. */
public final class GatherPlanner {
    private final Dialect dialect;
    private final Limits limits;

    public GatherPlanner(Dialect dialect, Limits limits) {
        this.dialect = dialect;
        this.limits = limits;
    }

    /**
     * Returns the plan of a SELECT that gathers all of its sharded tables, or the reason that there is none.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<GatherSpec> plan(ParsedStatement.Query query, Tables tables, ColumnEqualities equalities)
            throws SQLException {
        if (!limits.gatherEnabled()) {
            return Attempt.refused(ErrorCode.GATHER_DISABLED, "");
        }
        if (query.locking()) {
            return Attempt.refused(ErrorCode.LOCK_OVER_UNITS, "");
        }
        return plan(
                query,
                tables,
                equalities,
                tables.shardedUses(),
                editor(query, tables).build());
    }

    /**
     * Returns the plan of a statement, or of a part of it, that gathers some of its tables.
     *
     * @param gathered the sharded tables whose rows are needed
     * @param text the SQL that runs once they are there
     */
    public Attempt<GatherSpec> plan(
            ParsedStatement statement,
            Tables tables,
            ColumnEqualities equalities,
            List<TableUse> gathered,
            SqlTemplate text)
            throws SQLException {
        SortedSet<Integer> singles = tables.singleSources();
        Integer home = singles.isEmpty() ? null : singles.first();
        if (!tables.areApart()) {
            return plan(statement, tables, equalities, gathered, List.of(), home, text);
        }
        if (!(statement instanceof ParsedStatement.Query || statement instanceof ParsedStatement.InsertSelect)) {
            return Attempt.refused(tables.singlesApart());
        }
        Integer ofUndeclared = tables.hasUndeclaredSingle() ? tables.defaultDataSource() : null;
        return plan(statement, tables, equalities, gathered, tables.declaredSingleUses(), ofUndeclared, text);
    }

    /**
     * The same, with single tables among those that are copied.
     *
     * @param singles the declared single tables that are copied
     * @param home the data source that those demand that are not copied, or null for any
     */
    public Attempt<GatherSpec> plan(
            ParsedStatement statement,
            Tables tables,
            ColumnEqualities equalities,
            List<TableUse> gathered,
            List<TableUse> singles,
            @Nullable Integer home,
            SqlTemplate text)
            throws SQLException {
        if (!limits.gatherEnabled()) {
            return Attempt.refused(ErrorCode.GATHER_DISABLED, "");
        }
        if (dialect.clauses().hasInheritance() && statement.text().hasOnlyOfTable()) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, "ONLY of a table whose rows are gathered");
        }
        Set<String> withTwoOrders = tables.uses().stream()
                .flatMap(use -> tables.columns(use.id()).stream())
                .filter(column -> dialect.hasTwoOrders(column.definition()))
                .map(Column::name)
                .collect(Collectors.toSet());
        String extreme = new RowClauses(statement.text()).extremeOf(withTwoOrders);
        if (extreme != null) {
            return Attempt.refused(
                    ErrorCode.SORT_TYPE_UNKNOWN,
                    "MIN or MAX of " + extreme + ", which databases take by number from an index and by text elsewhere;"
                            + " CAST(" + extreme + " AS CHAR) and " + extreme + " + 0 have one order");
        }
        List<TableUse> kept =
                tables.uses().stream().filter(use -> !gathered.contains(use)).toList();
        String ofTheTable = new ColumnWords(statement.text())
                .ofTheTableItself(statement.unknownColumns(), equalities.sameRows(kept));
        if (ofTheTable != null) {
            return Attempt.refused(ErrorCode.UNSUPPORTED_SYNTAX, ofTheTable + " of a table whose rows are gathered");
        }
        RoutingPlanner routing = new RoutingPlanner(tables, equalities);
        CopyPlanner copying = new CopyPlanner(statement, tables, dialect);
        OwnConditions conditions = new OwnConditions(statement, tables, dialect);
        Partners partners = new Partners(statement, tables, dialect, conditions);
        TopRowsPlanner top = new TopRowsPlanner(statement, tables, dialect, conditions);
        boolean own = listsInNested(statement.text());
        List<GatherSpec.Source> sources = new ArrayList<>();
        for (TableUse use : Stream.concat(gathered.stream(), singles.stream()).toList()) {
            boolean single = sources.size() >= gathered.size();
            if (single && tables.mayMeanAnother(statement.text(), use)) {
                return Attempt.refused(
                        ErrorCode.UNSTABLE_PARSE,
                        "the name of " + use.name() + " in another case than it is declared in");
            }
            Attempt<Copy> copy = copying.copy(use);
            if (copy instanceof Refused<Copy> refused) {
                return Attempt.refused(refused.refusal());
            }
            Routing routed = single ? new Routing(tables.unitOf(use), ShardCondition.all()) : routing.routing(use);
            List<Integer> repeats = CommonTableCopies.copiesOf(use.id(), text);
            Filter filter =
                    new Pushdown(tables, dialect, use).filter(equalities, tables.columns(use.id()), conditions.on(use));
            sources.add(new GatherSpec.Source(
                    use.id(),
                    repeats,
                    conditions.spelling(use),
                    routed,
                    copy.value(),
                    equalities.equatedColumns(use),
                    filter,
                    single ? Filter.NONE : partners.of(use),
                    links(use, tables, equalities, own ? besides(use, statement) : tables.uses()),
                    isOfAllRows(copy.value(), repeats) ? top.of(use) : null));
        }
        return Attempt.done(new GatherSpec(
                dialect,
                CommonTableCopies.ofGathered(
                        text, sources.stream().map(GatherSpec.Source::use).collect(Collectors.toSet())),
                new RowClauses(statement.text()).hasWindow(),
                sources,
                home,
                limits));
    }

    /** Returns true if a copy has each row, in any order, so that a part of the rows can be copied in the same way. */
    private static boolean isOfAllRows(Copy copy, List<Integer> repeats) {
        return copy.distinct() == Copy.Distinct.NO && copy.rowOrder().isEmpty() && repeats.isEmpty();
    }

    /**
     * The links of whole numbers, which mean the same in each database.
     *
     * @param others the tables that it may be linked to
     */
    private static List<GatherSpec.Link> links(
            TableUse use, Tables tables, ColumnEqualities equalities, List<TableUse> others) {
        List<GatherSpec.Link> links = new ArrayList<>();
        for (Column column : tables.columns(use.id())) {
            for (ColumnRef from : equalities.sourcesOf(new ColumnRef(use.id(), column.name()))) {
                boolean linked =
                        from.use() != use.id() && others.contains(tables.uses().get(from.use()));
                Column other = linked ? tables.column(from) : null;
                if (other != null && ComparedColumns.isKey(column) && ComparedColumns.isKey(other)) {
                    links.add(new GatherSpec.Link(column, from));
                }
            }
        }
        return links;
    }

    /**
     * Returns true if a nested SELECT lists another one: which does not see the tables that are listed beside it, but may
     * see others of the same names further outside.
     */
    private static boolean listsInNested(SqlText text) {
        List<BlockPlace> places = BlockPlace.of(text);
        List<BlockPlace> nested = places.stream()
                .filter(place -> places.stream()
                        .anyMatch(outer -> outer.select() < place.select() && outer.contains(place.select())))
                .toList();
        return nested.stream().anyMatch(place -> places.stream()
                .anyMatch(inner -> place.from() < inner.select() && inner.select() < place.fromEnd()));
    }

    /** The tables that the same SELECT lists. */
    private static List<TableUse> besides(TableUse use, ParsedStatement statement) {
        for (Block block : statement.blocks()) {
            From from = block.from();
            if (from != null && from.uses().contains(use)) {
                return from.uses();
            }
        }
        return List.of();
    }

    /** Edits of a text that reads gathered rows: copies of tables have no indexes, and may have to be read once. */
    public SqlTemplate.Editor editor(ParsedStatement statement, Tables tables) throws SQLException {
        SqlTemplate.Editor editor = editor(statement);
        CommonTableCopies.write(statement, tables, dialect, editor);
        return editor;
    }

    /** The same where subqueries are asked before: what their common tables read is not copied. */
    public SqlTemplate.Editor editor(ParsedStatement statement) {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(statement);
        statement.text().indexHints().forEach(hint -> editor.replace(hint, "", List.of()));
        return editor;
    }
}
