package io.shardkit.plan;

import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the parameters of a shard's statement. Immutable.
 *
 * @param sources for each parameter of the shard's SQL: the user's parameter (0 and up), or {@code -1 - i} for {@code
 *     computed[i]}
 * @param computed values made by binding, such as a generated key or a row limit
 */
public record ParameterMapping(int[] sources, @Nullable Object[] computed) {

    /** Sets every parameter of the shard's statement. */
    public void apply(Parameters parameters, PreparedStatement target) throws SQLException {
        for (int i = 0; i < sources.length; i++) {
            int source = sources[i];
            if (source >= 0) {
                parameters.apply(source, target, i + 1);
            } else {
                target.setObject(i + 1, computed[-1 - source]);
            }
        }
    }
}
