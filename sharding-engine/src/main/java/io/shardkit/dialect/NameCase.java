package io.shardkit.dialect;

import java.util.Locale;

/** The letters in which a database keeps a name. */
public enum NameCase {
    /** As it is written. */
    AS_WRITTEN,
    UPPER,
    LOWER;

    /** The name in these letters. */
    public String of(String name) {
        return switch (this) {
            case AS_WRITTEN -> name;
            case UPPER -> name.toUpperCase(Locale.ROOT);
            case LOWER -> name.toLowerCase(Locale.ROOT);
        };
    }
}
