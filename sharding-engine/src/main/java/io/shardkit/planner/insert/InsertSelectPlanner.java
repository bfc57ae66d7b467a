package io.shardkit.planner.insert;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.gather.RowClaims;
import io.shardkit.plan.gather.RowPlacement;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.planner.analysis.ColumnEqualities;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.gather.GatherPlanner;
import io.shardkit.planner.gather.GatherSpec;
import io.shardkit.route.Axis;
import io.shardkit.route.KeyBounds;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans an INSERT ... SELECT into a sharded or a broadcast table. For one statement. */
public final class InsertSelectPlanner {
    private final ParsedStatement.InsertSelect insert;
    private final Tables tables;
    private final GatherPlanner gathering;
    private final TableUse target;
    private final UniqueKeyRules uniqueKeys;
    private final List<String> names;

    public InsertSelectPlanner(
            ParsedStatement.InsertSelect insert, Tables tables, GatherPlanner gathering, UniqueKeyRules uniqueKeys) {
        this.uniqueKeys = uniqueKeys;
        this.insert = insert;
        this.tables = tables;
        this.gathering = gathering;
        this.target = tables.uses().get(0);
        this.names = tables.insertedColumns(target.id(), insert.columns());
    }

    /** Into a sharded table. */
    public Attempt<StatementPlan> intoUnits(RoutedTable table) throws SQLException {
        KeyGeneration generation = table.keyGeneration();
        String keyColumn = keyColumn(table);
        Refusal unread = insert.upsert() == null ? null : namesRead(insert.upsert());
        Attempt<Optional<UniqueCheck>> check = asked(table)
                .flatMap(asked -> unread != null
                        ? Attempt.refused(unread)
                        : uniqueKeys.check(asked, tables, insert, insert.target(), insert.upsert()));
        if (check instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        Attempt<int[]> positions = positions(keyColumn);
        if (positions instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        RowPlacement placement = new RowPlacement(
                table.nodes(),
                table,
                tables.hinted(target),
                null,
                tables.held(target),
                tables.keyBounds(target),
                positions.value(),
                keyColumn == null || generation == null
                        ? null
                        : UuidForms.fitted(
                                generation.generator(), tables.column(new ColumnRef(target.id(), keyColumn))),
                keyColumn,
                keyColumn == null ? KeyBounds.NONE : tables.bounds(target, keyColumn));
        if (check.value().isEmpty()) {
            return plan(placement, null);
        }
        Attempt<RowClaims> claims = RowClaims.of(check.value().get(), names, keyColumn);
        return claims instanceof Refused<?> refused
                ? Attempt.refused(refused.refusal())
                : plan(placement, claims.value());
    }

    /** The column whose values the framework makes, or null. */
    private @Nullable String keyColumn(RoutedTable table) {
        KeyGeneration generation = table.keyGeneration();
        return generation == null || names.contains(generation.column()) ? null : generation.column();
    }

    /** The unique keys for which other units have to be asked first, if rows go to several. */
    public Attempt<List<UniqueKey>> asked(RoutedTable table) throws SQLException {
        ParsedStatement.Upsert upsert = insert.upsert();
        return upsert == null
                ? Attempt.done(uniqueKeys.ofInsert(tables, target))
                : new UpsertRules(upsert, tables, target, uniqueKeys).asked(keyColumn(table), Set.of());
    }

    /**
     * Into a broadcast table, or a single one whose keys are made: the rows are made once, and are the same on each data
     * source.
     *
     * @param nodes the table on each data source
     * @param generation the column that is filled if the rows lack it, or null
     */
    public Attempt<StatementPlan> everywhere(List<DataNode> nodes, @Nullable KeyGeneration generation)
            throws SQLException {
        KeyGeneration fills = generation == null || names.contains(generation.column()) ? null : generation;
        if (fills != null && insert.upsert() != null) {
            return Attempt.refused(
                    ErrorCode.INSERT_FORM, insert.upsert().form() + " with a generated key of " + target.name());
        }
        if (insert.upsert() != null && !insert.upsert().assigned().isEmpty()) {
            return Attempt.refused(
                    ErrorCode.BROADCAST_WRITE,
                    target.name() + " with the rows of a query and "
                            + insert.upsert().form());
        }
        for (Column column : tables.isBroadcast(target.id()) ? tables.filledByDatabase() : List.<Column>of()) {
            if (!names.contains(column.name())
                    && (fills == null || !fills.column().equals(column.name()))) {
                return Attempt.refused(
                        ErrorCode.BROADCAST_WRITE,
                        target.name() + " whose " + column.name() + " is filled by each database itself");
            }
        }
        RowPlacement placement = fills == null
                ? RowPlacement.everywhere(nodes, null, null, KeyBounds.NONE)
                : RowPlacement.everywhere(
                        nodes,
                        UuidForms.fitted(fills.generator(), tables.column(new ColumnRef(target.id(), fills.column()))),
                        fills.column(),
                        tables.bounds(target, fills.column()));
        return plan(placement, null);
    }

    private Attempt<StatementPlan> plan(RowPlacement placement, @Nullable RowClaims claims) throws SQLException {
        if (insert.text().hasReturning()) {
            return Attempt.refused(
                    ErrorCode.INSERT_FORM, "INSERT ... SELECT with RETURNING into several actual tables");
        }
        for (TableName name : insert.names()) {
            if (name.span().start() >= insert.query().end() && name.use() != target.id()) {
                return Attempt.refused(ErrorCode.INSERT_FORM, "INSERT ... SELECT that reads a table after the query");
            }
        }
        if (readsSingleAfterQuery(placement.nodes())) {
            return Attempt.refused(
                    ErrorCode.TABLES_APART, "a single table that is read where the rows of the INSERT are written");
        }
        List<TableUse> read = tables.shardedUses().stream()
                .filter(use -> use.id() != target.id())
                .toList();
        ColumnEqualities equalities = new ColumnEqualities(insert.blocks(), tables);
        Span query = insert.query();
        Attempt<GatherSpec> rows = made(equalities, read, rows(new Span(0, query.end())));
        if (rows instanceof Refused<?> refused) {
            return Attempt.refused(refused.refusal());
        }
        SqlTemplate.Editor texts = gathering.editor(insert, tables);
        if (placement.keyColumn() != null) {
            if (insert.columns() == null) {
                return Attempt.refused(ErrorCode.INSERT_FORM, "without the names of columns, on " + target.name());
            }
            texts.insert(insert.columnListEnd(), ", " + placement.keyColumn(), List.of());
        }
        return Attempt.ofEach(names, this::column)
                .map(columns -> new InsertSelectPlan(
                        insert.text().parameterCount(),
                        rows.value(),
                        columns,
                        placement,
                        texts.build(new Span(0, query.start())),
                        texts.build(new Span(query.end(), insert.text().sql().length())),
                        claims));
    }

    /** Returns true if an upsert reads a single table that some of the nodes do not have on their data source. */
    private boolean readsSingleAfterQuery(List<DataNode> nodes) {
        Set<Integer> singles = tables.singleSources();
        boolean reached = nodes.stream().allMatch(node -> singles.equals(Set.of(node.dataSource())));
        if (insert.upsert() == null || singles.isEmpty() || reached) {
            return false;
        }
        SqlText text = insert.text();
        for (int i = text.tokenFrom(insert.query().end()); i < text.size(); i++) {
            int token = i;
            boolean single = text.isName(i)
                    && tables.uses().stream()
                            .filter(use -> !tables.isBroadcast(use.id()) && tables.sharded(use.id()) == null)
                            .anyMatch(use -> !use.name().equals(target.name())
                                    && use.name().equals(text.name(token)));
            if (single) {
                return true;
            }
        }
        return false;
    }

    /** Returns the gather of the query's rows, with copies of the single tables if they lie on several data sources. */
    private Attempt<GatherSpec> made(ColumnEqualities equalities, List<TableUse> read, SqlTemplate text)
            throws SQLException {
        if (!tables.areApart() && !insert.takesNextValues()) {
            return gathering.plan(insert, tables, equalities, read, text);
        }
        List<TableUse> singles = tables.declaredSingleUses().stream()
                .filter(use -> use.id() != target.id())
                .toList();
        Integer place = insert.takesNextValues() || tables.hasUndeclaredSingle() ? tables.defaultDataSource() : null;
        return gathering.plan(insert, tables, equalities, read, singles, place, text);
    }

    /** The text that makes the rows in an empty table, where there is nothing to replace. */
    private SqlTemplate rows(Span untilQueryEnd) throws SQLException {
        return gathering
                .editor(insert, tables)
                .slot(insert.target(), target.id())
                .replace(insert.text().firstWord(), "INSERT", List.of())
                .build(untilQueryEnd);
    }

    private Attempt<Column> column(String name) {
        Optional<Column> column = tables.columns(target.id()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
        if (column.isEmpty()) {
            return Attempt.refused(ErrorCode.INSERT_FORM, target.name() + " has no column " + name);
        }
        return column.get().carrier() == Carrier.NONE
                ? Attempt.refused(
                        ErrorCode.GATHER_TYPE,
                        target.name() + "." + name + " of type " + column.get().typeName())
                : Attempt.done(column.get());
    }

    private Attempt<int[]> positions(@Nullable String keyColumn) {
        List<Axis.Column> placing = tables.findingColumns(target);
        int[] positions = new int[placing.size()];
        for (int i = 0; i < positions.length; i++) {
            Axis.Column placed = placing.get(i);
            Refusal unplaced = tables.unplaced(target, placed);
            if (unplaced != null) {
                return Attempt.refused(unplaced);
            }
            positions[i] = names.indexOf(placed.name());
            if (positions[i] < 0 && !placed.name().equals(keyColumn)) {
                return Attempt.refused(ErrorCode.INSERT_WITHOUT_KEY, target.name() + "." + placed.name());
            }
        }
        return Attempt.done(positions);
    }

    /** Returns the reason that an upsert may read the query's tables, which are gone when the rows are written, or null. */
    private @Nullable Refusal namesRead(ParsedStatement.Upsert upsert) {
        if (upsert.form().startsWith("ON CONFLICT")) {
            // It sees the row that is there and EXCLUDED only.
            return null;
        }
        boolean derived = insert.blocks().stream().map(Block::from).anyMatch(InsertSelectPlanner::hasDerived);
        for (String name : insert.namesRead()) {
            boolean ofQuery = tables.uses().stream()
                    .anyMatch(use -> use.id() != target.id()
                            && (use.label().equals(name)
                                    || tables.columnNames(use.id()).contains(name)));
            if (ofQuery || (derived && tables.columnNames(target.id()).contains(name))) {
                return new Refusal(
                        ErrorCode.INSERT_FORM,
                        upsert.form() + " that reads " + name + ", which may be a column of the query");
            }
        }
        return null;
    }

    private static boolean hasDerived(@Nullable From from) {
        if (from instanceof From.Join join) {
            return hasDerived(join.left()) || hasDerived(join.right());
        }
        return from instanceof From.Derived;
    }
}
