package io.shardkit.algorithm;

import io.shardkit.algorithm.SegmentAlgorithm.Segment;
import io.shardkit.options.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ranges in the form of MyCat's and dble's partition files: a line {@code 0-2000000=0} puts the keys from 0 to 2,000,000,
 * both included, on target 0. K stands for 1,000 and M for 10,000, and 200M1 is 2,000,001, as there; what begins with #
 * or // is a comment. Where one range ends in the key that another begins with, the line that stands first has it.
 */
final class RangeFile {
    private static final Pattern LINE = Pattern.compile(
            "(-?\\d+(?:[KM]\\d*)?)\\s*-\\s*(-?\\d+(?:[KM]\\d*)?)\\s*=\\s*(\\S+)", Pattern.CASE_INSENSITIVE);
    private static final String CLASSPATH = "classpath:";
    static final String TYPE = "range-file";
    static final String FILE = "file";
    static final String RANGES = "ranges";

    private RangeFile() {}

    static ShardingAlgorithm read(Settings settings, Targets targets) {
        boolean inFile = settings.text(FILE).isPresent();
        if (inFile == settings.text(RANGES).isPresent()) {
            throw settings.invalid(FILE, "one of file and ranges is needed, and not both");
        }
        String name = inFile ? FILE : RANGES;
        List<Segment> segments = new ArrayList<>();
        for (String text : ranges(settings, inFile)) {
            add(segments, segment(settings, name, text, targets), settings, name, text);
        }
        if (segments.isEmpty()) {
            throw settings.invalid(name, "it has no ranges");
        }
        return new SegmentAlgorithm(KeyType.INTEGER, targets.count(), segments, ValueLists.others(settings, targets));
    }

    /** Returns the ranges of the file as the setting {@link #RANGES} has them. */
    static String text(Settings settings) {
        return String.join("; ", ranges(settings, true));
    }

    private static List<String> ranges(Settings settings, boolean inFile) {
        return lines(settings, inFile).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith("//"))
                .toList();
    }

    private static List<String> lines(Settings settings, boolean inFile) {
        if (!inFile) {
            return List.of(settings.required(RANGES).split("[;\\n]"));
        }
        String file = settings.required(FILE);
        try {
            if (!file.startsWith(CLASSPATH)) {
                return Files.readAllLines(Path.of(file.replaceFirst("^file:", "")));
            }
            String resource = file.substring(CLASSPATH.length()).replaceFirst("^/", "");
            ClassLoader own = Thread.currentThread().getContextClassLoader();
            ClassLoader loader = own == null ? RangeFile.class.getClassLoader() : own;
            try (InputStream in = loader.getResourceAsStream(resource)) {
                if (in == null) {
                    throw settings.invalid(FILE, "'" + file + "' is not there");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof io.shardkit.error.ShardingConfigurationException known) {
                throw known;
            }
            throw settings.invalid(FILE, "'" + file + "' cannot be read: " + e);
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

    private static void add(List<Segment> segments, Segment range, Settings settings, String name, String line) {
        Segment next = range;
        for (Segment other : segments) {
            next = without(other, next);
            if (next.last() < next.first() || (next.first() <= other.last() && other.first() <= next.last())) {
                throw settings.invalid(
                        name, "'" + line + "' overlaps " + other.first() + "-" + other.last() + "=" + other.shard());
            }
        }
        segments.add(next);
    }

    /** The range without its end, if that is all that it has in common with an earlier one. */
    private static Segment without(Segment earlier, Segment range) {
        if (range.first() == earlier.last()) {
            return new Segment(range.first() + 1, range.last(), range.shard());
        }
        return range.last() == earlier.first() ? new Segment(range.first(), range.last() - 1, range.shard()) : range;
    }

    private static long number(Settings settings, String name, String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int letter = Math.max(upper.indexOf('K'), upper.indexOf('M'));
        try {
            if (letter < 0) {
                return Long.parseLong(upper);
            }
            long unit = upper.charAt(letter) == 'K' ? 1_000 : 10_000;
            String more = upper.substring(letter + 1);
            long units = Math.multiplyExact(Long.parseLong(upper.substring(0, letter)), unit);
            return more.isEmpty() ? units : Math.addExact(units, Long.parseLong(more));
        } catch (ArithmeticException | NumberFormatException e) {
            throw settings.invalid(name, text + " is too large");
        }
    }
}
