package io.shardkit.heat;

import java.util.Arrays;
import java.util.Random;

/** Numbers from 0, the n-th with a frequency of 1 / (n + 1) to the power of the skew. Immutable. */
final class Zipf {
    private final double[] sums;

    Zipf(int keys, double skew) {
        sums = new double[keys];
        double sum = 0;
        for (int i = 0; i < keys; i++) {
            sum += 1 / Math.pow(i + 1, skew);
            sums[i] = sum;
        }
    }

    int next(Random random) {
        double at = random.nextDouble() * sums[sums.length - 1];
        int place = Arrays.binarySearch(sums, at);
        return place < 0 ? -place - 1 : place;
    }
}
