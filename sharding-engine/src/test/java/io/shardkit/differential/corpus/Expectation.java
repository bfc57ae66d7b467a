package io.shardkit.differential.corpus;

import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.Refused;
import org.jspecify.annotations.Nullable;

/**
 * The expectation of a corpus case for one topology: {@code equal}, {@code refused}, or {@code refused(CODE)}.
 *
 * @param refused whether a refusal is expected
 * @param code the name of the refusal's code, or null for any
 */
public record Expectation(boolean refused, @Nullable String code) {
    static final Expectation EQUAL = new Expectation(false, null);

    static Expectation parse(String text) {
        if (text.equals("equal")) {
            return EQUAL;
        }
        if (text.equals("refused")) {
            return new Expectation(true, null);
        }
        if (text.startsWith("refused(") && text.endsWith(")")) {
            return new Expectation(true, text.substring("refused(".length(), text.length() - 1));
        }
        throw new IllegalArgumentException("neither equal nor refused nor refused(CODE): " + text);
    }

    /** The expectation that this verdict would meet exactly, or null if none may. */
    public static @Nullable Expectation of(Verdict verdict) {
        if (verdict instanceof Equal) {
            return EQUAL;
        }
        return verdict instanceof Refused refusal
                ? new Expectation(true, refusal.code().name())
                : null;
    }

    public boolean isMetBy(Expectation actual) {
        return refused == actual.refused && (code == null || code.equals(actual.code));
    }

    @Override
    public String toString() {
        return refused ? (code == null ? "refused" : "refused(" + code + ")") : "equal";
    }
}
