package io.shardkit.lab.workload;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Goal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One operation and those who run it in turns.
 *
 * @param operation its name
 * @param contenders who
 * @param ratios what is compared
 * @param goal until when its rounds go on under each load; null for the rounds of the settings
 */
record Step(String operation, List<Contender> contenders, List<Ratio> ratios, @Nullable Goal goal) {
    /** One of as many rounds as the settings say. */
    Step(String operation, List<Contender> contenders, List<Ratio> ratios) {
        this(operation, contenders, ratios, null);
    }

    Step {
        List<String> names = contenders.stream().map(Contender::name).toList();
        contenders = List.copyOf(contenders);
        ratios = ratios.stream()
                .filter(ratio -> names.contains(ratio.one()) && names.containsAll(ratio.others()))
                .toList();
    }

    /** The names of those whose ratios are held against a target. */
    Set<String> judged(boolean gated) {
        return ratios.stream()
                .filter(ratio -> ratio.target() > 0 && ratio.gated() == gated)
                .flatMap(ratio -> Stream.concat(Stream.of(ratio.one()), ratio.others().stream()))
                .collect(Collectors.toSet());
    }

    /**
     * The ratio of one contender's throughput to that of others together.
     *
     * @param one the contender
     * @param others those whose throughputs are summed
     * @param target the least that is expected; 0 for none
     * @param gated whether that is expected with a gate, or without
     */
    record Ratio(String one, List<String> others, double target, boolean gated) {
        /** One that should be so without a gate, or of which nothing is expected. */
        Ratio(String one, List<String> others, double target) {
            this(one, others, target, false);
        }

        /** The same with nothing to be reached. */
        Ratio withoutTarget() {
            return new Ratio(one, others, 0);
        }

        /** Returns true if both ratios compare the same contenders. */
        boolean isLike(Ratio other) {
            return one.equals(other.one) && others.equals(other.others);
        }

        String label() {
            return one + " / " + (others.size() == 1 ? others.get(0) : "sum of " + others.size() + " direct servers");
        }
    }
}
