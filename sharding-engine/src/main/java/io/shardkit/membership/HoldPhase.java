package io.shardkit.membership;

import org.jspecify.annotations.Nullable;

/** The phases of a hold of commits, as the row of the newest epoch asks for them. */
enum HoldPhase {
    NONE(""),
    NEAR("hold-near"),
    HELD("hold-commits");

    private final String word;

    HoldPhase(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** @param word null or unknown if nothing is asked for */
    static HoldPhase of(@Nullable String word) {
        for (HoldPhase each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        return NONE;
    }
}
