package io.shardkit.lab.template;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of variables. */
final class Variables {
    private static final Pattern CALL = Pattern.compile("\\s*([a-z]+)\\s*\\((.*?)\\)?\\s*", Pattern.DOTALL);
    private static final Pattern RANGE = Pattern.compile("\\s*(-?\\d+)\\s*-\\s*(-?\\d+)\\s*");
    private static final Pattern CHARACTERS = Pattern.compile("\\s*\\[(.*)\\]\\s*(?:(\\d+)\\s*:\\s*(\\d+))?\\s*");
    private static final int PHONE_DIGITS = 11;
    private static final int MOST_CHARACTERS = 256;

    private Variables() {}

    /** Reads what stands between the braces. A bracket that is missing at the end is forgiven, as the tool does. */
    static Template.Variable read(String text) {
        if (text.strip().equals("id")) {
            return (to, id, random) -> to.append(id);
        }
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            throw wrong(text);
        }
        String inside = call.group(2);
        return switch (call.group(1)) {
            case "int" -> integer(text, inside);
            case "enum" -> words(text, inside);
            case "phone" -> phone(text, inside);
            case "char" -> characters(text, inside);
            case "date" -> DateVariable.read(text, inside);
            default ->
                throw new IllegalArgumentException("'" + text + "' is none of int, date, char, enum, phone and id");
        };
    }

    static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'" + text + "' is not understood");
    }

    private static Template.Variable integer(String text, String inside) {
        Matcher range = RANGE.matcher(inside);
        if (range.matches()) {
            return between(text, Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
        }
        List<Long> numbers = new ArrayList<>();
        for (String each : inside.split(",")) {
            try {
                numbers.add(Long.valueOf(each.strip()));
            } catch (NumberFormatException e) {
                throw wrong(text);
            }
        }
        return (to, id, random) -> to.append(numbers.get(random.nextInt(numbers.size())));
    }

    private static Template.Variable between(String text, long least, long most) {
        if (most < least) {
            throw new IllegalArgumentException("'" + text + "' ends before it begins");
        }
        return (to, id, random) -> to.append(random.nextLong(least, most + 1));
    }

    private static Template.Variable words(String text, String inside) {
        if (inside.isEmpty()) {
            throw wrong(text);
        }
        String[] words = inside.split(",", -1);
        return (to, id, random) -> to.append(words[random.nextInt(words.length)]);
    }

    private static Template.Variable phone(String text, String inside) {
        Matcher range = RANGE.matcher(inside);
        if (!range.matches()) {
            throw wrong(text);
        }
        return between(text, padded(range.group(1)), padded(range.group(2)));
    }

    private static long padded(String prefix) {
        return Long.parseLong(prefix + "0".repeat(Math.max(0, PHONE_DIGITS - prefix.length())));
    }

    private static Template.Variable characters(String text, String inside) {
        Matcher matcher = CHARACTERS.matcher(inside);
        if (!matcher.matches()) {
            throw wrong(text);
        }
        StringBuilder alphabet = new StringBuilder();
        for (String each : matcher.group(1).split(",")) {
            String range = each.strip();
            if (range.length() == 1) {
                alphabet.append(range);
            } else if (range.length() == 3 && range.charAt(1) == '-' && range.charAt(0) <= range.charAt(2)) {
                for (char next = range.charAt(0); next <= range.charAt(2); next++) {
                    alphabet.append(next);
                }
            } else {
                throw wrong(text);
            }
        }
        int least = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        int most = matcher.group(3) == null ? MOST_CHARACTERS : Integer.parseInt(matcher.group(3));
        if (most < least) {
            throw new IllegalArgumentException("'" + text + "' ends before it begins");
        }
        String all = alphabet.toString();
        return (to, id, random) -> append(to, all, random.nextInt(least, most + 1), random);
    }

    private static void append(StringBuilder to, String alphabet, int length, RandomGenerator random) {
        for (int i = 0; i < length; i++) {
            to.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
    }
}
