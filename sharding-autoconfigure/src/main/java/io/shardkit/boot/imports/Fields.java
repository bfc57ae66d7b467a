package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;

/**
 * The parts of a block, each taken by its name; what is left at the end is a problem. Names are compared without case,
 * dashes and underscores. Not thread-safe.
 */
final class Fields {
    private final Map<String, Part> left = new LinkedHashMap<>();
    private final String path;
    private final @Nullable Origin origin;
    private final Problems problems;

    Fields(Part.Block block, String path, Problems problems) {
        left.putAll(block.parts());
        this.path = path;
        this.origin = block.origin();
        this.problems = problems;
    }

    /** Returns the place of the block. */
    @Nullable Origin origin() {
        return origin;
    }

    /** The path of a part of that name, as messages have it. */
    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The names that are left, as written. */
    List<String> names() {
        return new ArrayList<>(left.keySet());
    }

    /** The part of one of these names, or null if there is none. */
    @Nullable Part take(String... names) {
        for (String written : left.keySet()) {
            if (Stream.of(names).anyMatch(name -> Part.uniform(name).equals(Part.uniform(written)))) {
                return left.remove(written);
            }
        }
        return null;
    }

    /** The value of one of these names, or null if there is none; a value that is left empty counts as none. */
    Part.@Nullable Scalar scalar(String... names) {
        Part part = take(names);
        if (part == null || (part instanceof Part.Scalar empty && empty.text() == null)) {
            return null;
        }
        if (part instanceof Part.Scalar scalar) {
            return scalar;
        }
        problem(part, names[0], "a single value is expected");
        return null;
    }

    /** The text of one of these names, or null if there is none. */
    @Nullable String text(String... names) {
        Part.Scalar scalar = scalar(names);
        return scalar == null || scalar.text() == null ? null : scalar.text().strip();
    }

    /** The block of one of these names; empty if there is none. */
    Part.Block block(String... names) {
        Part part = take(names);
        if (part instanceof Part.Block block) {
            return block;
        }
        if (part != null && !(part instanceof Part.Scalar scalar && scalar.text() == null)) {
            problem(part, names[0], "names and their settings are expected below it");
        }
        return new Part.Block("", Map.of(), part == null ? origin : part.origin());
    }

    /** The values of a list, or those between the commas of a single value. */
    List<Part.Scalar> list(String name) {
        Part part = take(name);
        List<Part.Scalar> values = new ArrayList<>();
        if (part instanceof Part.Items items) {
            for (Part item : items.parts()) {
                if (item instanceof Part.Scalar scalar && scalar.text() != null) {
                    values.add(scalar);
                } else {
                    problem(item, name, "a value is expected");
                }
            }
        } else if (part instanceof Part.Scalar scalar && scalar.text() != null) {
            for (String each : scalar.text().split(",", -1)) {
                values.add(new Part.Scalar(each.strip(), scalar.origin()));
            }
        } else if (part instanceof Part.Block) {
            problem(part, name, "a list is expected");
        }
        return values;
    }

    /** Passes over what has no counterpart because nothing is lost without it. */
    void ignore(String... names) {
        for (String name : names) {
            take(name);
        }
    }

    /** Refuses a part of that name if there is one. */
    void refuse(String name, String why) {
        Part part = take(name);
        if (part != null) {
            problem(part, name, why);
        }
    }

    void problem(@Nullable Part part, String name, String why) {
        problems.add(part == null ? origin : part.origin(), path(name), why);
    }

    /** Refuses whatever has not been taken. */
    void end(String why) {
        left.forEach((name, part) -> problem(part, name, why));
        left.clear();
    }
}
