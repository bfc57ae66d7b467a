package io.shardkit.planner.insert;

import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UniqueCheck;
import io.shardkit.plan.UniqueClaims;
import io.shardkit.plan.UniquenessProbe;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT ... VALUES before which other units are asked for rows with the same unique keys. Immutable.
 *
 * @param insert what is run then
 * @param check what is asked
 * @param rows for each row, for each key, the values of its columns; null where no other row can have the key
 */
record UniquenessCheckingPlan(StatementPlan insert, UniqueCheck check, List<List<@Nullable List<Value>>> rows)
        implements StatementPlan {

    /**
     * The plan of a statement.
     *
     * @param columns that the statement inserts, in lower case
     * @param keys the keys of the rows, or null if none is generated
     * @return refused if a value is known to the database only
     */
    static Attempt<StatementPlan> of(
            StatementPlan insert,
            UniqueCheck check,
            ParsedStatement.Insert statement,
            List<String> columns,
            @Nullable GeneratedRowKeys keys) {
        List<List<@Nullable List<Value>>> rows = new ArrayList<>();
        for (int i = 0; i < statement.rows().size(); i++) {
            String generated = keys != null && keys.given().get(i) == null ? keys.column() : null;
            List<@Nullable List<Value>> ofRow = new ArrayList<>();
            for (UniqueCheck.Key key : check.keys()) {
                boolean isNew = generated != null && key.names().contains(generated);
                Attempt<Optional<List<Value>>> values = isNew
                        ? Attempt.done(Optional.empty())
                        : values(key, statement.rows().get(i), columns);
                if (values instanceof Refused<Optional<List<Value>>> refused) {
                    return Attempt.refused(refused.refusal());
                }
                ofRow.add(values.value().orElse(null));
            }
            rows.add(ofRow);
        }
        return Attempt.done(new UniquenessCheckingPlan(insert, check, rows));
    }

    /** The values of a row's key; empty where the row has NULL in it. */
    private static Attempt<Optional<List<Value>>> values(
            UniqueCheck.Key key, ParsedStatement.Row row, List<String> columns) {
        List<Value> values = new ArrayList<>();
        for (KeyColumn column : key.columns()) {
            int at = columns.indexOf(column.column().name());
            if (at < 0 || row.defaults().get(at)) {
                Refusal refusal = column.leftOut();
                return refusal == null ? Attempt.done(Optional.empty()) : Attempt.refused(refusal);
            }
            Value value = row.values().get(at);
            if (value == null) {
                return Attempt.refused(
                        ErrorCode.UNIQUE_KEY_OVER_UNITS,
                        column.column().name() + " of the unique key " + key + " is computed");
            }
            values.add(value);
        }
        return Attempt.done(Optional.of(values));
    }

    @Override
    public StatementKind kind() {
        return insert.kind();
    }

    @Override
    public int parameterCount() {
        return insert.parameterCount();
    }

    @Override
    public @Nullable String generatedKeyColumn() {
        return insert.generatedKeyColumn();
    }

    @Override
    public ParallelismChoice pace(Learned learned) {
        return insert.pace(learned);
    }

    @Override
    public Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = insert.bind(parameters, preferredDataSource, learned);
        int[] units = new int[rows.size()];
        if (!(bound instanceof BoundPlan.Calls write)) {
            // What computes the rows first asks by itself.
            return bound;
        }
        for (int i = 0; i < write.calls().size(); i++) {
            int unit = write.calls().get(i).unit();
            if (write.calls().size() == 1) {
                Arrays.fill(units, unit);
            } else {
                Arrays.stream(write.rowsOf(i)).forEach(row -> units[row] = unit);
            }
        }
        List<UniquenessProbe> questions =
                claims(units, parameters, learned.parallelismOfQuestions()).questions();
        return questions.isEmpty() ? bound : new BoundPlan.UniquenessCheckedInsert(questions, write);
    }

    private UniqueClaims claims(int[] units, Parameters parameters, ParallelismChoice parallelism) throws SQLException {
        UniqueClaims claims = new UniqueClaims(check, parallelism);
        for (int row = 0; row < units.length; row++) {
            for (int key = 0; key < check.keys().size(); key++) {
                List<Value> values = rows.get(row).get(key);
                List<@Nullable Object> given =
                        values == null ? null : given(check.keys().get(key), values, parameters);
                if (given != null) {
                    claims.add(key, units[row], given);
                }
            }
        }
        return claims;
    }

    /** The values of a key, or null if it is generated after all, as it was given NULL. */
    private @Nullable List<@Nullable Object> given(UniqueCheck.Key key, List<Value> values, Parameters parameters)
            throws SQLException {
        List<@Nullable Object> given = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i).of(parameters);
            if (value == null && key.names().get(i).equals(generatedKeyColumn())) {
                return null;
            }
            given.add(value);
        }
        return given;
    }

    @Override
    public String reason(BoundPlan bound) {
        return bound instanceof BoundPlan.UniquenessCheckedInsert asked
                ? "the unique keys " + check.keys() + " lack a sharding column" + behind(insert.reason(asked.write()))
                : insert.reason(bound);
    }

    private static String behind(String reason) {
        return reason.isEmpty() ? "" : ", and " + reason;
    }
}
