package io.shardkit.boot.imports;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;

/** A part of a configuration that is read, and where it stands. Immutable. */
sealed interface Part {

    /** Returns the place of the part, or null if that is not known. */
    @Nullable Origin origin();

    /**
     * A value.
     *
     * @param text as written, or null where nothing is
     */
    record Scalar(@Nullable String text, @Nullable Origin origin) implements Part {}

    /** A list. */
    record Items(List<Part> parts, @Nullable Origin origin) implements Part {
        public Items {
            parts = List.copyOf(parts);
        }
    }

    /**
     * The names with their parts, in written order.
     *
     * @param tag the tag before it, after an exclamation mark, or empty
     */
    record Block(String tag, Map<String, Part> parts, @Nullable Origin origin) implements Part {}

    /** A name as Spring Boot compares names: without case, dashes and underscores. */
    static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
