package io.shardkit.plan.unique;

import io.shardkit.observe.ExecutionStrategy;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundWrite;
import io.shardkit.plan.CallEdit;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.WriteStep;
import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT, or an UPDATE, that is run if no other row has the unique keys of its rows.
 *
 * @param questions at least one
 * @param write what is run then: calls, or an UPDATE whose rows may move
 * @param upserted what is run otherwise, or null if it is refused then
 */
public record ProbedWrite(UniquenessProbe.All questions, BoundPlan write, @Nullable UpsertedRows upserted)
        implements BoundWrite, WriteStep {
    /** One that is refused if another row has a key. */
    public ProbedWrite(UniquenessProbe.All questions, BoundPlan write) {
        this(questions, write, null);
    }

    /** Returns true if the write may move rows from one unit to another. */
    public boolean moves() {
        return write.movesRows() || (upserted != null && (upserted.replaces() || upserted.moves()));
    }

    /** The table whose keys are looked for. */
    public RoutedTable table() {
        return check().table();
    }

    private UniqueCheck check() {
        return questions.probes().get(0).found().get(0).check();
    }

    /** Returns the number of units asked or written if this many are written, at most all units of the table. */
    private int unitsWith(int written) {
        Set<Integer> asked = new HashSet<>();
        int all = 0;
        for (UniquenessProbe question : questions.probes()) {
            for (UniquenessProbe.Found found : question.found()) {
                asked.add(found.unit());
                all = found.check().table().nodes().size();
            }
        }
        return Math.max(written, Math.min(all, asked.size() + written));
    }

    /** All that are asked or written, ascending. */
    @Override
    public List<Integer> dataSources() {
        return Stream.concat(questions.dataSources(), write.ownCalls().stream().map(ShardCall::dataSource))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Fanout fanout() {
        return new Fanout(ExecutionStrategy.SCATTER, unitsWith(write.fanout().units()));
    }

    @Override
    public @Nullable BoundPlan edited(CallEdit edit) throws SQLException {
        if (upserted != null && upserted.moves()) {
            return null;
        }
        BoundPlan edited = write.edited(edit);
        UpsertedRows rows = upserted == null ? null : new EditedRows(upserted, edit);
        return edited == null ? null : new ProbedWrite(questions, edited, rows);
    }

    @Override
    public void describe(Explanation to) {
        to.way("ask first");
        questions.probes().forEach(question -> to.ask(question.call()));
        write.describe(to);
    }

    @Override
    public @Nullable BoundPlan ofUpsert(UnaryOperator<ShardCall> edit) {
        BoundPlan update = write.ofUpsert(edit);
        return update == null ? null : new ProbedWrite(questions, update);
    }

    @Override
    public String reason(Function<BoundPlan, String> plan) {
        String own = write.reason(plan);
        return "the unique keys " + check().keys() + " lack a sharding column" + (own.isEmpty() ? "" : ", and " + own);
    }

    @Override
    public List<WriteStep> steps() throws SQLException {
        return Stream.concat(Stream.of(this), write.steps().stream()).toList();
    }

    /** The step that is run instead of the others where a key is taken. */
    public WriteStep upsert() {
        return new UpsertByKeys(Objects.requireNonNull(upserted));
    }

    @Override
    public List<ShardCall> ownCalls() {
        return write.ownCalls();
    }

    @Override
    public @Nullable List<Object> rowKeys() {
        return write.rowKeys();
    }
}
