package io.shardkit.rule;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The choices for those keys of a table that its databases do not keep unique across its actual tables. Immutable.
 *
 * @param byKey by the columns of a key, in lower case; a key that compares more than columns goes by its name
 * @param countersAccepted whether a column that each database counts on its own may repeat, or the owner has made sure
 *     that the column does not; unique keys with such a column need no other choice then
 * @param otherwise the choice for all other keys
 */
public record UniqueKeyChoices(
        Map<Set<String>, UniqueKeyChoice> byKey, boolean countersAccepted, UniqueKeyChoice otherwise) {
    /** Nothing is chosen. */
    public static final UniqueKeyChoices NONE = of(UniqueKeyChoice.REFUSE);

    /** Copies and folds the names. */
    public UniqueKeyChoices {
        byKey = byKey.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        each -> each.getKey().stream()
                                .map(name -> name.trim().toLowerCase(Locale.ROOT))
                                .collect(Collectors.toUnmodifiableSet()),
                        Map.Entry::getValue));
    }

    /** One choice for all keys; what may repeat is accepted of counted columns too. */
    public static UniqueKeyChoices of(UniqueKeyChoice choice) {
        return new UniqueKeyChoices(Map.of(), choice == UniqueKeyChoice.ACCEPT, choice);
    }

    /** The same with a choice for one key. */
    public UniqueKeyChoices with(Collection<String> key, UniqueKeyChoice choice) {
        Map<Set<String>, UniqueKeyChoice> keys = Stream.concat(
                        byKey.entrySet().stream(), Map.of(Set.copyOf(key), choice).entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (before, now) -> now));
        return new UniqueKeyChoices(keys, countersAccepted, otherwise);
    }

    /**
     * Returns the choice for a key.
     *
     * @param columns in lower case
     * @param name of a key that compares more than its columns, else null
     * @param counted whether the database counts one of the columns on its own
     */
    UniqueKeyChoice of(Collection<String> columns, @Nullable String name, boolean counted) {
        UniqueKeyChoice own = byKey.get(Set.copyOf(columns));
        if (own == null && name != null) {
            own = named(name.toLowerCase(Locale.ROOT));
        }
        return own != null ? own : counted && countersAccepted ? UniqueKeyChoice.ACCEPT : otherwise;
    }

    /** By its name, to which that of the actual table may be appended. */
    private @Nullable UniqueKeyChoice named(String name) {
        for (Map.Entry<Set<String>, UniqueKeyChoice> each : byKey.entrySet()) {
            String given = each.getKey().size() == 1 ? each.getKey().iterator().next() : "";
            if (!given.isEmpty() && (name.equals(given) || name.startsWith(given + "_"))) {
                return each.getValue();
            }
        }
        return null;
    }

    /** Returns true if any key is chosen to be checked. */
    boolean checksAny() {
        return otherwise == UniqueKeyChoice.CHECK || byKey.containsValue(UniqueKeyChoice.CHECK);
    }

    /** Returns true if all keys and counted columns may repeat. */
    boolean acceptsAll() {
        return countersAccepted
                && otherwise == UniqueKeyChoice.ACCEPT
                && byKey.values().stream().allMatch(choice -> choice == UniqueKeyChoice.ACCEPT);
    }
}
