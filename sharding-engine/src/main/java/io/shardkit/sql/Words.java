package io.shardkit.sql;

import java.util.HashSet;
import java.util.Set;

/** Tables of names. */
final class Words {
    private Words() {}

    /** The words of a text, each of which may stand there once only. */
    static Set<String> of(String text) {
        return Set.of(text.trim().split("\\s+"));
    }

    @SafeVarargs
    static Set<String> union(Set<String>... sets) {
        Set<String> all = new HashSet<>();
        for (Set<String> set : sets) {
            all.addAll(set);
        }
        return Set.copyOf(all);
    }
}
