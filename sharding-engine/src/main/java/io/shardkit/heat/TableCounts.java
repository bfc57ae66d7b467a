package io.shardkit.heat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** The counts of a group of bound tables. Not thread-safe. */
final class TableCounts {
    private final String name;
    private final double[] units;
    private final SpaceSaving<HeatKey> keys;
    private double statements;

    /** @param name of the group's first table */
    TableCounts(String name, int units, int keys) {
        this.name = name;
        this.units = new double[units];
        this.keys = new SpaceSaving<>(keys);
    }

    private TableCounts(TableCounts other) {
        this.name = other.name;
        this.units = other.units.clone();
        this.keys = other.keys.copy();
        this.statements = other.statements;
    }

    /** Returns another of the same counts. */
    TableCounts copy() {
        return new TableCounts(this);
    }

    void count(BitSet called, Set<HeatKey> named) {
        statements++;
        for (int unit = called.nextSetBit(0); unit >= 0 && unit < units.length; unit = called.nextSetBit(unit + 1)) {
            units[unit]++;
        }
        // One more than the unit, so that 0 says that it is not known.
        int only = called.cardinality() == 1 ? called.nextSetBit(0) + 1 : 0;
        for (HeatKey key : named) {
            SpaceSaving.Counter<HeatKey> counter = keys.add(key);
            if (only > 0) {
                counter.note = only;
            }
        }
    }

    void scale(double factor) {
        statements *= factor;
        for (int i = 0; i < units.length; i++) {
            units[i] *= factor;
        }
        keys.scale(factor);
    }

    /** @param most how many keys it has at most */
    HeatSummary.OfTable summary(int most, boolean hashed) {
        List<SpaceSaving.Counter<HeatKey>> sorted = keys.counters();
        List<HeatSummary.OfKey> kept = new ArrayList<>();
        for (SpaceSaving.Counter<HeatKey> each : sorted.subList(0, Math.min(most, sorted.size()))) {
            HeatKey key = hashed ? each.key().hashed() : each.key();
            kept.add(
                    new HeatSummary.OfKey(key.columns(), key.value(), each.count(), each.error(), (int) each.note - 1));
        }
        List<Double> calls = new ArrayList<>(units.length);
        for (double each : units) {
            calls.add(each);
        }
        double floor = sorted.size() > most ? sorted.get(most).count() : keys.floor();
        return new HeatSummary.OfTable(name, statements, calls, kept, floor);
    }
}
