package io.shardkit.algorithm.types;

import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.algorithm.types.SegmentAlgorithm.Segment;
import io.shardkit.options.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ranges in the form of MyCat's and dble's partition files: a line {@code 0-2000000=0} puts the keys from 0 to 2,000,000,
 * both included, on target 0. K stands for 1,000 and M for 10,000, as there; what begins with # or // is a comment.
 */
final class RangeFile {
    private static final Pattern LINE =
            Pattern.compile("(-?\\d+[KM]?)\\s*-\\s*(-?\\d+[KM]?)\\s*=\\s*(\\S+)", Pattern.CASE_INSENSITIVE);
    private static final String CLASSPATH = "classpath:";

    private RangeFile() {}

    static ShardingAlgorithm read(Settings settings, Targets targets) {
        boolean inFile = settings.text("file").isPresent();
        if (inFile == settings.text("ranges").isPresent()) {
            throw settings.invalid("file", "one of file and ranges is needed, and not both");
        }
        String name = inFile ? "file" : "ranges";
        List<Segment> segments = new ArrayList<>();
        for (String line : lines(settings, inFile)) {
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith("//")) {
                add(segments, segment(settings, name, text, targets), settings, name, text);
            }
        }
        if (segments.isEmpty()) {
            throw settings.invalid(name, "it has no ranges");
        }
        return new SegmentAlgorithm(KeyType.INTEGER, targets.count(), segments, ValueLists.others(settings, targets));
    }

    private static List<String> lines(Settings settings, boolean inFile) {
        if (!inFile) {
            return List.of(settings.required("ranges").split("[;\\n]"));
        }
        String file = settings.required("file");
        try {
            if (!file.startsWith(CLASSPATH)) {
                return Files.readAllLines(Path.of(file.replaceFirst("^file:", "")));
            }
            String resource = file.substring(CLASSPATH.length()).replaceFirst("^/", "");
            ClassLoader own = Thread.currentThread().getContextClassLoader();
            ClassLoader loader = own == null ? RangeFile.class.getClassLoader() : own;
            try (InputStream in = loader.getResourceAsStream(resource)) {
                if (in == null) {
                    throw settings.invalid("file", "'" + file + "' is not there");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof io.shardkit.error.ShardingConfigurationException known) {
                throw known;
            }
            throw settings.invalid("file", "'" + file + "' cannot be read: " + e);
        }
    }

    private static Segment segment(Settings settings, String name, String line, Targets targets) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw settings.invalid(name, "'" + line + "' is not of the form 0-2000000=0");
        }
        long first = number(settings, name, matcher.group(1));
        long last = number(settings, name, matcher.group(2));
        if (last < first) {
            throw settings.invalid(name, "'" + line + "' ends before it begins");
        }
        return new Segment(first, last, ValueLists.target(settings, name, matcher.group(3), targets));
    }

    private static void add(List<Segment> segments, Segment next, Settings settings, String name, String line) {
        for (Segment other : segments) {
            if (next.first() <= other.last() && other.first() <= next.last()) {
                throw settings.invalid(
                        name, "'" + line + "' overlaps " + other.first() + "-" + other.last() + "=" + other.shard());
            }
        }
        segments.add(next);
    }

    private static long number(Settings settings, String name, String text) {
        char last = Character.toUpperCase(text.charAt(text.length() - 1));
        long unit = last == 'K' ? 1_000 : last == 'M' ? 10_000 : 1;
        String digits = unit == 1 ? text : text.substring(0, text.length() - 1);
        try {
            return Math.multiplyExact(Long.parseLong(digits), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw settings.invalid(name, text + " is too large");
        }
    }
}
