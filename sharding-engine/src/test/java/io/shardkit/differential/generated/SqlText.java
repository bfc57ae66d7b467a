package io.shardkit.differential.generated;

import io.shardkit.differential.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Collects a statement's text; each value becomes a literal or a parameter by chance. Not thread-safe. */
public final class SqlText {
    private final StringBuilder text = new StringBuilder();
    private final List<@Nullable Object> parameters = new ArrayList<>();
    private final Random random;
    private final boolean parameterised;

    public SqlText(Random random) {
        this.random = random;
        this.parameterised = random.nextInt(3) > 0;
    }

    SqlText add(String sql) {
        text.append(sql);
        return this;
    }

    SqlText value(@Nullable Object value) {
        if (parameterised && random.nextInt(4) > 0) {
            text.append('?');
            parameters.add(value);
        } else {
            text.append(new Sql("?", java.util.Collections.singletonList(value))
                    .withLiterals()
                    .text());
        }
        return this;
    }

    public Sql toSql() {
        return new Sql(text.toString(), parameters);
    }
}
