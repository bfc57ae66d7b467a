package io.shardkit.rule;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a table's units: the data source of each, and its name from where the names differ, both now and as they
 * were declared. Tables that are laid out alike share one layout, so that a table costs no memory for each of its units.
 * Immutable.
 */
final class Layout {
    private final int[] dataSources;

    /** The data sources that the units were declared on; the same object as the others if none has moved. */
    private final int[] declared;

    private final String[] endings;

    /** The ends of the names that were declared; the same object as the others if none has moved. */
    private final String[] declaredEndings;

    private Layout(int[] dataSources, int[] declared, String[] endings, String[] declaredEndings) {
        this.dataSources = dataSources;
        this.declared = declared;
        this.endings = endings;
        this.declaredEndings = declaredEndings;
    }

    /**
     * Place of a unit.
     *
     * @param ending its name from where the names of the units differ
     */
    record Place(int dataSource, String ending) {}

    /** The layout of tables with these names, in the order of their units, all of which begin with the prefix. */
    static Layout of(int[] dataSources, List<String> names, String prefix) {
        String[] endings =
                names.stream().map(name -> name.substring(prefix.length())).toArray(String[]::new);
        int[] own = dataSources.clone();
        return new Layout(own, own, endings, endings);
    }

    /** The same layout over data sources with other numbers. */
    Layout renumbered(IntUnaryOperator number) {
        int[] own = Arrays.stream(dataSources).map(number).toArray();
        int[] before = hasMoved() ? Arrays.stream(declared).map(number).toArray() : own;
        return new Layout(own, before, endings, declaredEndings);
    }

    /** The same layout with some of its units in other places; one that comes home has not moved. */
    Layout moved(Map<Integer, Place> placeOfUnit) {
        int[] sources = dataSources.clone();
        String[] names = endings.clone();
        placeOfUnit.forEach((unit, place) -> {
            sources[unit] = place.dataSource();
            names[unit] = place.ending();
        });
        return new Layout(
                Arrays.equals(sources, declared) ? declared : sources,
                declared,
                Arrays.equals(names, declaredEndings) ? declaredEndings : names,
                declaredEndings);
    }

    /** Returns the common prefix of the names. */
    static String prefix(List<String> names) {
        String first = names.get(0);
        int length = first.length();
        for (String name : names) {
            int equal = 0;
            while (equal < length && equal < name.length() && name.charAt(equal) == first.charAt(equal)) {
                equal++;
            }
            length = equal;
        }
        return first.substring(0, length);
    }

    int size() {
        return dataSources.length;
    }

    int dataSource(int unit) {
        return dataSources[unit];
    }

    /** Returns the data source that a unit was declared on. */
    int declaredDataSource(int unit) {
        return declared[unit];
    }

    /** Returns true if a unit lies on another data source than the one it was declared on, or by another name. */
    boolean hasMoved(int unit) {
        return dataSources[unit] != declared[unit] || !endings[unit].equals(declaredEndings[unit]);
    }

    private boolean hasMoved() {
        return !Arrays.equals(dataSources, declared);
    }

    /** Returns the number of data sources that have units. */
    int dataSourceCount() {
        return (int) Arrays.stream(dataSources).distinct().count();
    }

    String ending(int unit) {
        return endings[unit];
    }

    /** Returns the end of the name that a unit was declared with. */
    String declaredEnding(int unit) {
        return declaredEndings[unit];
    }

    /** The ends of the names, each once. */
    Set<String> endings() {
        return Set.copyOf(Arrays.asList(endings));
    }

    /** Returns true if the ends of the names are the same in lower case. */
    boolean isLowerCase() {
        return Arrays.stream(endings).allMatch(ending -> ending.equals(ending.toLowerCase(Locale.ROOT)));
    }

    /** A unit that lies where an earlier one does, or -1. */
    int repeated() {
        Set<List<Object>> seen = new HashSet<>();
        for (int unit = 0; unit < size(); unit++) {
            if (!seen.add(List.of(dataSources[unit], endings[unit]))) {
                return unit;
            }
        }
        return -1;
    }

    /** Returns true if the units of both lie on the same data sources, one by one. */
    boolean hasDataSourcesOf(Layout other) {
        return Arrays.equals(dataSources, other.dataSources);
    }

    /** Returns true if the units of both were declared on the same data sources, one by one. */
    boolean isDeclaredAs(Layout other) {
        return Arrays.equals(declared, other.declared);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Layout layout
                && Arrays.equals(dataSources, layout.dataSources)
                && Arrays.equals(declared, layout.declared)
                && Arrays.equals(endings, layout.endings)
                && Arrays.equals(declaredEndings, layout.declaredEndings);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(dataSources) + Arrays.hashCode(endings);
    }
}
