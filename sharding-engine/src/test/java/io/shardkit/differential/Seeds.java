package io.shardkit.differential;

import io.shardkit.differential.fixture.Effort;
import java.util.Random;
import java.util.SplittableRandom;

/** Seeds of random tests, and their numbers. */
public final class Seeds {
    private static final long USUAL = 20261127;

    private Seeds() {}

    /**
     * Returns the seed of {@code -Dshardkit.seed=}; or else always the same seed, so that a build shows what a change has
     * broken, and with more effort ({@code -Pthorough}) another one each time, which shows more.
     */
    public static long chosen() {
        return Long.getLong("shardkit.seed", Effort.of(1) > 1 ? System.nanoTime() : USUAL);
    }

    /** The first numbers of {@link Random} are nearly the same for seeds that follow each other; these are not. */
    public static Random random(long seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }
}
