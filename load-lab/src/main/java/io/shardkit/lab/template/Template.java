package io.shardkit.lab.template;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A text with variables, as Mycat's test tool has them: {@code ${int(1-100)}} is a number of a range, {@code ${int(10,999)}}
 * one of a list, {@code ${date(yyyyMMdd-[2014-2015]y)}} a date of these years, {@code ${char([a-f,0-9]8:8)}} 8 to 8 of
 * these characters, {@code ${enum(A,B)}} one of these words, {@code ${phone(139-189)}} a number of eleven digits that
 * begins so; both ends of all ranges count. Beside these, {@code ${id}} is the number that the caller gives. Immutable.
 */
public final class Template {
    private final List<Variable> parts;

    private Template(List<Variable> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Some text, made anew each time. */
    interface Variable {
        /** Appends it. */
        void append(StringBuilder to, long id, RandomGenerator random);
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if a variable is not known or not whole
     */
    public static Template of(String text) {
        List<Variable> parts = new ArrayList<>();
        int from = 0;
        for (int start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
            int end = text.indexOf('}', start);
            if (end < 0) {
                throw new IllegalArgumentException("no } for the variable that begins with '"
                        + text.substring(start, Math.min(text.length(), start + 30)) + "'");
            }
            constant(parts, text.substring(from, start));
            parts.add(Variables.read(text.substring(start + 2, end)));
            from = end + 1;
        }
        constant(parts, text.substring(from));
        return new Template(parts);
    }

    private static void constant(List<Variable> parts, String text) {
        if (!text.isEmpty()) {
            parts.add((to, id, random) -> to.append(text));
        }
    }

    /**
     * A text with values.
     *
     * @param id what {@code ${id}} stands for
     */
    public String make(long id, RandomGenerator random) {
        StringBuilder to = new StringBuilder();
        parts.forEach(part -> part.append(to, id, random));
        return to.toString();
    }
}
