package io.shardkit.plan.move;

import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Writes a call whose parameters are all computed. Not thread-safe. */
final class SqlCall {
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    SqlCall text(String text) {
        sql.append(text);
        return this;
    }

    /** The condition as a whole clause, which takes all rows where there is none. */
    SqlCall where(KeyValues key) {
        return key.columns().isEmpty() ? this : text(" WHERE ").condition(key);
    }

    SqlCall condition(KeyValues key) {
        for (int i = 0; i < key.columns().size(); i++) {
            List<Object> own = key.values().get(i);
            sql.append(i == 0 ? "" : " AND ").append(key.columns().get(i));
            sql.append(
                    own.size() == 1 ? " = ?" : " IN (" + String.join(", ", Collections.nCopies(own.size(), "?")) + ")");
            values.addAll(own);
        }
        return this;
    }

    ShardCall on(int dataSource, int unit) {
        int[] sources = IntStream.range(0, values.size()).map(i -> -1 - i).toArray();
        return new ShardCall(dataSource, unit, sql.toString(), new ParameterMapping(sources, values.toArray()));
    }
}
