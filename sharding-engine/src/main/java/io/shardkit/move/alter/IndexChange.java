package io.shardkit.move.alter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Indexes that an ALTER TABLE of MySQL or MariaDB adds and drops, if it changes nothing else: none of them is unique, so that
 * statements do the same with them and without. Immutable.
 *
 * @param added the definitions of those that are added, as SHOW CREATE TABLE has them
 * @param dropped the definitions of those that are dropped
 */
public record IndexChange(List<String> added, List<String> dropped) {
    private static final Pattern INDEX = Pattern.compile("KEY (`(?:[^`]|``)+`) .*");

    /** Copies the lists. */
    public IndexChange {
        added = List.copyOf(added);
        dropped = List.copyOf(dropped);
    }

    /**
     * Returns what lies between two definitions of a table, in lines.
     *
     * @return null if that is nothing, or something else than indexes that are not unique
     */
    public static @Nullable IndexChange between(List<String> before, List<String> after) {
        if (!others(before).equals(others(after))) {
            return null;
        }
        List<String> added = new ArrayList<>(indexes(after));
        added.removeAll(indexes(before));
        List<String> dropped = new ArrayList<>(indexes(before));
        dropped.removeAll(indexes(after));
        return added.isEmpty() && dropped.isEmpty() ? null : new IndexChange(added, dropped);
    }

    /** Returns true if two definitions are the same but for the order of their indexes. */
    public static boolean isSame(List<String> one, List<String> other) {
        return others(one).equals(others(other)) && Set.copyOf(indexes(one)).equals(Set.copyOf(indexes(other)));
    }

    private static List<String> indexes(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> INDEX.matcher(line).matches())
                .toList();
    }

    private static List<String> others(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !INDEX.matcher(line).matches())
                .toList();
    }

    /** Returns true if a table of this definition has all that are added, and none that is dropped. */
    public boolean isDone(Collection<String> lines) {
        List<String> now = lines.stream().map(String::strip).toList();
        return now.containsAll(added) && dropped.stream().noneMatch(now::contains);
    }

    /** Returns the clauses that undo it. */
    public String inverse() {
        return Stream.concat(
                        added.stream().map(line -> "DROP INDEX " + name(line)),
                        dropped.stream().map(line -> "ADD " + line))
                .collect(Collectors.joining(", "));
    }

    private static String name(String line) {
        Matcher index = INDEX.matcher(line);
        if (!index.matches()) {
            throw new IllegalArgumentException(line);
        }
        return index.group(1);
    }
}
