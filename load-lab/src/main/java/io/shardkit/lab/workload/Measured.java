package io.shardkit.lab.workload;

import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of the turns of one step under one load.
 *
 * @param gated whether the databases had a gate
 * @param threads of a closed loop, or the arrivals per second of an open one
 * @param open whether it was an open one
 * @param load its label
 */
record Measured(boolean gated, int threads, boolean open, String load, Step step, List<Series> series) {

    String mode() {
        return gated ? "gated" : "real";
    }

    Series of(String contender) {
        return series.stream()
                .filter(each -> each.name().equals(contender))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(contender));
    }

    /**
     * Returns the ratio by the turns that all contenders had; null if it cannot be told, as a contender got nothing done
     * in a turn.
     */
    @Nullable Estimate ratio(Step.Ratio ratio) {
        int turns = Stream.concat(Stream.of(ratio.one()), ratio.others().stream())
                .mapToInt(name -> of(name).turns().size())
                .min()
                .orElseThrow();
        List<Double> one = of(ratio.one()).perSecond().subList(0, turns);
        List<Double> sums = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            double sum = 0;
            for (String other : ratio.others()) {
                sum += of(other).perSecond().get(turn);
            }
            sums.add(sum);
        }
        boolean told = one.stream().allMatch(pace -> pace > 0) && sums.stream().allMatch(pace -> pace > 0);
        return told ? Estimate.ratio(one, sums) : null;
    }
}
