package io.shardkit.boot.autoconfigure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** The candidate that differs least, else the shortest of which the name leaves something out, or null for none. */
    static @Nullable String to(String name, Collection<String> candidates) {
        String nearest = ofDistance(name, candidates, Math.max(2, name.length() / 3));
        return nearest != null
                ? nearest
                : candidates.stream()
                        .filter(candidate -> isShortFor(name, candidate))
                        .min(Comparator.comparingInt(String::length))
                        .orElse(null);
    }

    /** The candidate that differs least, and in no more than so many characters; null for none. */
    static @Nullable String ofDistance(String name, Collection<String> candidates, int most) {
        String nearest = null;
        int least = most + 1;
        for (String candidate : candidates) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /**
     * Returns true if the words of a name are words of the candidate or their beginnings, as in max-size for
     * maximum-size.
     */
    private static boolean isShortFor(String name, String candidate) {
        Iterator<String> words = List.of(candidate.split("-", -1)).iterator();
        for (String word : name.toLowerCase(Locale.ROOT).split("-", -1)) {
            boolean found = false;
            while (!found && words.hasNext()) {
                found = words.next().startsWith(word);
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of characters that have to be added, removed, or changed. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
