package io.shardkit.differential;

import java.util.Random;
import java.util.SplittableRandom;

/** Random numbers of a seed. The first ones of {@link Random} are nearly the same for seeds that follow each other. */
public final class Seeds {
    private Seeds() {}

    public static Random random(long seed) {
        return new Random(new SplittableRandom(seed).nextLong());
    }
}
