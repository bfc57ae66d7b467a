package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.rule.Limits;
import io.shardkit.rule.ShardedTable;
import io.shardkit.sql.From;
import io.shardkit.sql.Functions;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.SqlTemplate;
import io.shardkit.sql.TableUse;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans an UPDATE or DELETE of sharded tables, which may join or ask others. For one statement. */
final class WritePlanner {
    private final ParsedStatement.Write write;
    private final StatementKind kind;
    private final Tables tables;
    private final GatherPlanner gathering;
    private final Limits limits;
    private final List<TableUse> targets;
    private final ShardedTable table;

    WritePlanner(
            ParsedStatement.Write write, StatementKind kind, Tables tables, GatherPlanner gathering, Limits limits) {
        this.write = write;
        this.kind = kind;
        this.tables = tables;
        this.gathering = gathering;
        this.limits = limits;
        this.targets = write.targets().stream().map(tables.uses()::get).toList();
        this.table = tables.shardedOf(targets.get(0));
    }

    Plan plan() throws SQLException {
        check();
        List<KeptKey> keptKeys = KeptKey.of(write, tables);
        Links links = new Links(write.blocks(), tables);
        UnitTexts verbatim = tables.texts(SqlTemplate.of(write), table);
        Placement placement = new Placement(tables, new RoutingPlanner(tables, links), verbatim);
        Refusal refusal = whyOneUnit();
        Refusal apart = null;
        GatherSpec gather = null;
        if (refusal == null && tables.shardedUses().size() > 1) {
            apart = new Locality(tables, links).refusal(write.blocks());
        }
        if (refusal == null && (apart != null || !tables.singleSources().isEmpty())) {
            try {
                gather = gather(links);
            } catch (SQLException notGathered) {
                Refusal why = Refusal.of(notGathered);
                apart = apart != null && why.code() == ErrorCode.GATHER_DISABLED ? apart : why;
            }
        }
        return new WritePlan(
                kind,
                write.text().parameterCount(),
                placement,
                new WritePlan.OverUnits(
                        verbatim,
                        apart == null ? joined() : target(),
                        apart == null,
                        gather,
                        !tables.hasUndeclaredSingle()),
                refusal != null ? refusal : gather == null ? apart : null,
                keptKeys,
                limits);
    }

    private void check() throws SQLException {
        if (!write.conditional() && tables.uses().size() == 1 && !limits.writesWithoutCondition()) {
            throw ErrorCode.WRITE_WITHOUT_CONDITION.exception(table.name());
        }
    }

    /** What could differ between units that each run the statement for themselves. */
    private @Nullable Refusal whyOneUnit() {
        if (write.limited()) {
            return new Refusal(ErrorCode.LIMITED_WRITE_OVER_UNITS, table.name());
        }
        if (write.text().rowClauses().hasNestedLimit()) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with LIMIT");
        }
        if (write.text().rowClauses().hasWindow()) {
            return new Refusal(ErrorCode.SUBQUERY_OVER_UNITS, "with a window");
        }
        for (String function : write.functions()) {
            if (!Functions.isRowWise(function) && !Functions.isMergeableAggregate(function)) {
                return new Refusal(ErrorCode.SEVERAL_UNITS, "the function " + function);
            }
        }
        return null;
    }

    /** All tables but the one that is written are copied to where it is written. */
    private GatherSpec gather(Links links) throws SQLException {
        if (targets.size() > 1) {
            throw ErrorCode.WRITE_OF_SEVERAL_TABLES.exception("whose rows are not known to lie together");
        }
        List<TableUse> read = tables.shardedUses().stream()
                .filter(use -> !targets.contains(use))
                .toList();
        SqlTemplate text = gathering.editor(write).build();
        return tables.hasUndeclaredSingle()
                ? gathering.plan(write, tables, links, read, text)
                : gathering.plan(write, tables, links, read, tables.declaredSingleUses(), null, text);
    }

    private int[] target() {
        return targets.stream().mapToInt(TableUse::id).toArray();
    }

    /** The joined tables of which each row that is written needs one; what subqueries read narrows nothing. */
    private int[] joined() {
        From from = write.blocks().get(0).from();
        Set<Integer> nullable = Locality.nullable(from, false, new HashSet<>());
        List<TableUse> uses = from == null ? List.of() : from.uses();
        int[] required = uses.stream()
                .filter(use -> tables.sharded(use.id()) != null && !nullable.contains(use.id()))
                .mapToInt(TableUse::id)
                .toArray();
        return required.length == 0 ? target() : required;
    }
}
