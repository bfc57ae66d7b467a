package io.shardkit.plan.lookup;

import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.List;

/**
 * A row of a lookup table: the value that is looked up, and the sharding columns of the row that has it.
 *
 * @param values each of them a literal, or a parameter of the user's statement
 */
public record LookupRow(List<Value> values) {
    /** Copies the list. */
    public LookupRow {
        values = List.copyOf(values);
    }

    /** Returns true if the looked-up value is NULL, which any row may have and no lookup table holds. */
    boolean isOfNull(Parameters user) throws SQLException {
        return values.get(0).of(user) == null;
    }

    /**
     * The values of rows as parameters of one statement, set as the user set them.
     *
     * @param user the parameters of the user's statement
     */
    public static Parameters parameters(List<LookupRow> rows, Parameters user) {
        Parameters parameters = new Parameters(0);
        int at = 0;
        for (LookupRow row : rows) {
            for (Value value : row.values()) {
                if (value instanceof Value.Parameter given) {
                    parameters.copy(at, user, given.index());
                } else {
                    parameters.setObject(at, ((Value.Literal) value).value());
                }
                at++;
            }
        }
        return parameters;
    }
}
