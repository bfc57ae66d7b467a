package io.shardkit.lab.template;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A moment in a form, such as {@code yyyyMMdd-[2014-2015]y-[1-6]M}: the form, then ranges of years (y), months (M), days
 * (d), hours (H), minutes (m), seconds (s) and milliseconds (S); what has no range is any.
 *
 * @param least by part, in the order of {@link #PARTS}
 * @param most likewise
 */
record DateVariable(DateTimeFormatter form, int[] least, int[] most) implements Template.Variable {
    private static final String PARTS = "yMdHmsS";
    private static final Pattern RANGE = Pattern.compile("\\[(\\d+)-(\\d+)\\]([yMdHmsS])");
    private static final int MILLION = 1_000_000;

    static DateVariable read(String text, String inside) {
        int ranges = inside.indexOf('[');
        String form = ranges < 0 ? inside : inside.substring(0, ranges).replaceFirst("[-\\s]+$", "");
        int[] least = {1970, 1, 1, 0, 0, 0, 0};
        int[] most = {2999, 12, 31, 23, 59, 59, 999};
        Matcher range = RANGE.matcher(inside);
        while (range.find()) {
            int part = PARTS.indexOf(range.group(3));
            least[part] = Integer.parseInt(range.group(1));
            most[part] = Integer.parseInt(range.group(2));
            if (most[part] < least[part]) {
                throw new IllegalArgumentException("'" + text + "' ends before it begins");
            }
        }
        if (ranges >= 0
                && !inside.substring(ranges).replaceAll(RANGE.pattern(), "").matches("[-\\s]*")) {
            throw Variables.wrong(text);
        }
        try {
            return new DateVariable(DateTimeFormatter.ofPattern(form, Locale.ROOT), least, most);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
        }
    }

    @Override
    public void append(StringBuilder to, long id, RandomGenerator random) {
        int[] part = new int[PARTS.length()];
        for (int i = 0; i < part.length; i++) {
            part[i] = random.nextInt(least[i], most[i] + 1);
        }
        try {
            // A month may be shorter than the range of days.
            int day = Math.min(part[2], YearMonth.of(part[0], part[1]).lengthOfMonth());
            to.append(
                    form.format(LocalDateTime.of(part[0], part[1], day, part[3], part[4], part[5], part[6] * MILLION)));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no such moment: " + e.getMessage(), e);
        }
    }
}
