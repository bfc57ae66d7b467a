package io.shardkit.planner.command;

import io.shardkit.catalog.Catalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.NameCase;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.Calls;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.planner.analysis.OwnNames;
import io.shardkit.planner.analysis.UnitSqlCache;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.broadcast.BroadcastPlan;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.ParsedStatement.OwnName;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides where DDL runs: on each actual table, on each data source, or on the one of a single table. */
public final class DdlPlanner {
    private final ParsedStatement.Ddl ddl;
    private final ShardMap rule;
    private final DdlRefusals refusals;
    private final OwnNames names;
    private final boolean perSchema;
    private final NameCase stored;

    public DdlPlanner(ParsedStatement.Ddl ddl, ShardMap rule, Catalog catalog, Dialect dialect) {
        this.ddl = ddl;
        this.rule = rule;
        this.refusals = new DdlRefusals(ddl, rule, catalog);
        this.names = new OwnNames(rule, catalog, dialect);
        this.perSchema = dialect.indexNamesPerSchema();
        ServerSettings settings = catalog.settings();
        this.stored = settings == null ? NameCase.AS_WRITTEN : settings.stored();
    }

    /**
     * The plan, or why the statement is refused.
     *
     * @throws SQLException if a database cannot be asked
     */
    public Attempt<StatementPlan> plan() throws SQLException {
        for (TableUse use : ddl.tables()) {
            if (rule.isActualTable(use.name())) {
                return Attempt.refused(ErrorCode.ACTUAL_TABLE, use.name());
            }
        }
        if (ddl.list() != null) {
            return Attempt.done(ofTables(ddl.list()));
        }
        if (ddl.tables().isEmpty()) {
            return ofIndex(ddl.ownNames().get(0).name());
        }
        String target = ddl.tables().get(0).name();
        Refusal refusal = refusals.ofReferences(target);
        if (refusal == null && ddl.createsIndex() && perSchema) {
            refusal = refusalOfTaken(ddl.ownNames().get(0).name(), target);
        }
        if (refusal != null) {
            return Attempt.refused(refusal);
        }
        RoutedTable sharded = rule.shardedTable(target);
        if (sharded == null) {
            if (rule.isBroadcast(target) && ddl.change().fillsRows()) {
                return Attempt.refused(ErrorCode.BROADCAST_WRITE, target + ", whose rows get a value of each database");
            }
            return Attempt.done(rule.isBroadcast(target) ? everywhere() : on(rule.dataSourceOfSingle(target)));
        }
        Refusal changed = refusals.ofChangedColumns(sharded);
        if (changed == null) {
            changed = refusals.ofKeys(sharded);
        }
        return changed != null ? Attempt.refused(changed) : Attempt.done(ofActualTables(sharded));
    }

    private StatementPlan everywhere() {
        return BroadcastPlan.of(
                StatementKind.DDL,
                ddl.text().sql(),
                ddl.text().parameterCount(),
                rule.dataSources().size(),
                List.of());
    }

    private StatementPlan on(int dataSource) {
        return FixedPlan.of(
                StatementKind.DDL,
                ddl.text().sql(),
                ddl.text().parameterCount(),
                dataSource,
                rule.home(),
                rule.dataSources().size());
    }

    private StatementPlan ofActualTables(RoutedTable sharded) throws SQLException {
        SqlTemplate.Editor editor = new SqlTemplate.Editor(ddl);
        UnaryOperator<String> old = null;
        for (OwnName name : ddl.ownNames()) {
            UnaryOperator<String> naming = naming(name, sharded, old);
            if (naming != null) {
                editor.rename(name.span(), 0, naming);
            }
            old = naming;
        }
        List<@Nullable RoutedTable> tables = new ArrayList<>();
        ddl.tables().forEach(use -> tables.add(rule.shardedTable(use.name())));
        if (tables.isEmpty()) {
            tables.add(sharded);
        }
        return DdlPlan.of(new UnitTexts(editor.build(), tables, sharded, new UnitSqlCache(0)), sharded);
    }

    private @Nullable UnaryOperator<String> naming(
            OwnName name, RoutedTable sharded, @Nullable UnaryOperator<String> old) throws SQLException {
        UnaryOperator<String> own =
                name.existing() ? names.existing(name.name(), name.kind(), sharded) : created(name, sharded, old);
        // In quotes, too, it has the letters of a name without them, for those who leave them out later.
        if (own == null) {
            return null;
        }
        boolean alone =
                name.existing() && name.kind() == NameKind.INDEX && ddl.tables().isEmpty();
        return actual -> {
            String schema = alone ? ActualName.schema(actual) : null;
            return (schema == null ? "" : stored.of(schema) + ".") + own.apply(stored.of(actual));
        };
    }

    private @Nullable UnaryOperator<String> created(
            OwnName name, RoutedTable sharded, @Nullable UnaryOperator<String> old) {
        // The new name of a constraint whose kind is not said is one for the schema if its old one is.
        boolean stays = name.kind() == NameKind.CONSTRAINT && !perSchema && old == null;
        return stays ? null : names.created(name.name(), name.kind(), sharded);
    }

    /** DROP TABLE or TRUNCATE of several: one statement on each data source that names all of them it has. */
    private StatementPlan ofTables(Span list) {
        String sql = ddl.text().sql();
        List<ShardCall> calls = new ArrayList<>();
        for (int i = 0; i < rule.dataSources().size(); i++) {
            List<String> actual = new ArrayList<>();
            for (TableUse use : ddl.tables()) {
                actual.addAll(actualTables(use, i));
            }
            if (!actual.isEmpty()) {
                String text = sql.substring(0, list.start()) + String.join(", ", actual) + sql.substring(list.end());
                calls.add(new ShardCall(i, 0, text, null));
            }
        }
        return new DdlPlan(
                calls.size() == 1
                        ? new SingleShard(calls.get(0))
                        : new MultiShardWrite(List.copyOf(calls), Calls.Counts.SUM));
    }

    /** Returns the spelling of a sharded table's name in the statement. */
    private Spelling spelling(TableUse use) {
        return ddl.names().stream()
                .filter(name -> name.use() == use.id())
                .map(TableName::spelling)
                .findFirst()
                .orElse(Spelling.PLAIN);
    }

    /** Returns the names of a listed table on a data source, as the user writes them. */
    private List<String> actualTables(TableUse use, int dataSource) {
        String name = use.name();
        RoutedTable sharded = rule.shardedTable(name);
        String written = ddl.written().get(use.id());
        if (sharded == null) {
            boolean here = rule.isBroadcast(name) || rule.dataSourceOfSingle(name) == dataSource;
            return here ? List.of(written) : List.of();
        }
        Spelling spelling = spelling(use);
        return sharded.nodes().stream()
                .filter(node -> node.dataSource() == dataSource)
                .map(node -> spelling.of(node.table()))
                .toList();
    }

    /** DROP or RENAME of an index whose table is not named. */
    private Attempt<StatementPlan> ofIndex(String name) throws SQLException {
        Attempt<Set<OwnNames.Owner>> found = perSchema ? names.owners(name) : Attempt.done(Set.of());
        if (found instanceof Refused<Set<OwnNames.Owner>> refused) {
            return Attempt.refused(refused.refusal());
        }
        Set<OwnNames.Owner> owners = found.value();
        if (owners.size() > 1) {
            return Attempt.refused(ErrorCode.NAME_OF_SEVERAL, name);
        }
        if (owners.isEmpty()) {
            return Attempt.done(on(rule.home()));
        }
        for (OwnName other : ddl.ownNames().subList(1, ddl.ownNames().size())) {
            Refusal taken = refusalOfTaken(other.name(), "");
            if (taken != null) {
                return Attempt.refused(taken);
            }
        }
        OwnNames.Owner owner = owners.iterator().next();
        if (owner.sharded() != null) {
            return Attempt.done(ofActualTables(owner.sharded()));
        }
        return Attempt.done(owner.dataSource() < 0 ? everywhere() : on(owner.dataSource()));
    }

    /**
     * Returns the reason that an index of the target cannot get a name: another table has an index of that name; null if
     * none has.
     */
    private @Nullable Refusal refusalOfTaken(String name, String target) throws SQLException {
        Attempt<Set<OwnNames.Owner>> owners = names.owners(name);
        if (owners instanceof Refused<Set<OwnNames.Owner>> refused) {
            return refused.refusal();
        }
        for (OwnNames.Owner owner : owners.value()) {
            if (!owner.table().equals(target)) {
                return new Refusal(ErrorCode.NAME_OF_SEVERAL, name + ", which is an index of " + owner.table());
            }
        }
        return null;
    }
}
