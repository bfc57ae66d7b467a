package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.SqlModes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** H2 has no modes of a session that would have to be known. */
final class H2Modes extends SqlModes {
    H2Modes() {
        super(Set.of(), Set.of(), Set.of());
    }

    @Override
    public @Nullable String query() {
        return null;
    }

    @Override
    public String set(String modes) {
        throw new IllegalStateException("There are no modes");
    }
}
