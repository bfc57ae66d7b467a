package io.shardkit.execute.driver;

import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** The warnings of several drivers' objects as one chain. A driver's own chain is given out as it is if it is alone. */
public final class Warnings {
    private @Nullable SQLWarning first;
    private boolean copied;

    public void add(@Nullable SQLWarning warning) {
        if (warning == null) {
            return;
        }
        if (first == null) {
            first = warning;
            return;
        }
        SQLWarning chain = copied ? first : copy(first);
        chain.setNextWarning(copy(warning));
        first = chain;
        copied = true;
    }

    /** The beginning of the chain, or null if there is none. */
    public @Nullable SQLWarning first() {
        return first;
    }

    private static SQLWarning copy(SQLWarning original) {
        SQLWarning chain = copyOfOne(original);
        for (SQLWarning next = original.getNextWarning(); next != null; next = next.getNextWarning()) {
            chain.setNextWarning(copyOfOne(next));
        }
        return chain;
    }

    private static SQLWarning copyOfOne(SQLWarning original) {
        return new SQLWarning(original.getMessage(), original.getSQLState(), original.getErrorCode(), original);
    }
}
