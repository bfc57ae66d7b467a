package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Expressions in names of data nodes: Groovy's ranges, lists and single values, or, as their first word says, a list as it
 * is written, or names with times.
 */
final class NodeExpression {
    private static final Pattern NUMBER = Pattern.compile("0+|[1-9]\\d{0,8}");
    private static final Pattern TEXT = Pattern.compile("'([^'$]*)'|\"([^\"$]*)\"");
    private static final Pattern TYPED = Pattern.compile("<([A-Za-z_.]+)>(.*)", Pattern.DOTALL);
    static final int MOST = 100_000;

    private NodeExpression() {}

    /** Told of what is not understood. */
    static final class NotUnderstood extends Exception {
        private static final long serialVersionUID = 1L;

        NotUnderstood(String message) {
            super(message);
        }
    }

    /** All names that an expression stands for, the last braces fastest. */
    static List<String> names(String expression) throws NotUnderstood {
        Matcher typed = TYPED.matcher(expression.strip());
        if (!typed.matches()) {
            return listed(expression);
        }
        String body = typed.group(2);
        return switch (typed.group(1).toUpperCase(Locale.ROOT)) {
            case "GROOVY" -> listed(body);
            case "LITERAL" -> Stream.of(body.split(",")).map(String::strip).toList();
            case "INTERVAL" -> IntervalNames.of(body);
            default ->
                throw new NotUnderstood(
                        "'<" + typed.group(1) + ">' is not one of <GROOVY>, <LITERAL> and <INTERVAL>; list the names");
        };
    }

    private static List<String> listed(String expression) throws NotUnderstood {
        List<String> names = new ArrayList<>();
        for (String part : split(expression, ',')) {
            if (part.isBlank()) {
                throw new NotUnderstood("'" + expression + "' has an empty part");
            }
            names.addAll(expand(part.strip()));
            if (names.size() > MOST) {
                throw new NotUnderstood("'" + expression + "' has more than " + MOST + " names");
            }
        }
        return names;
    }

    private static List<String> expand(String part) throws NotUnderstood {
        int open = part.indexOf("${");
        int arrow = part.indexOf("$->{");
        if (arrow >= 0 && (open < 0 || arrow < open)) {
            open = arrow;
        }
        if (open < 0) {
            return List.of(part);
        }
        int start = part.indexOf('{', open) + 1;
        int close = closing(part, start);
        if (close < 0) {
            throw new NotUnderstood("'" + part + "' has a brace that is not closed");
        }
        List<String> names = new ArrayList<>();
        List<String> rest = expand(part.substring(close + 1));
        for (String item : items(part.substring(start, close).strip())) {
            for (String tail : rest) {
                names.add(part.substring(0, open) + item + tail);
            }
            if (names.size() > MOST) {
                throw new NotUnderstood("'" + part + "' has more than " + MOST + " names");
            }
        }
        return names;
    }

    private static List<String> items(String body) throws NotUnderstood {
        if (body.startsWith("(") && body.endsWith(")")) {
            return items(body.substring(1, body.length() - 1).strip());
        }
        if (body.startsWith("[") && body.endsWith("]")) {
            List<String> items = new ArrayList<>();
            for (String item : split(body.substring(1, body.length() - 1), ',')) {
                items.addAll(items(item.strip()));
            }
            return items;
        }
        String[] range = body.split("\\.\\.", -1);
        if (range.length == 2) {
            return range(range[0].strip(), range[1].strip(), body);
        }
        return List.of(value(body));
    }

    private static List<String> range(String first, String last, String body) throws NotUnderstood {
        if (!isNumber(first) || !isNumber(last)) {
            throw notUnderstood(body);
        }
        int from = Integer.parseInt(first);
        int to = Integer.parseInt(last);
        if (Math.abs(to - from) >= MOST) {
            throw new NotUnderstood("'" + body + "' has more than " + MOST + " items");
        }
        IntStream numbers = from <= to
                ? IntStream.rangeClosed(from, to)
                : IntStream.rangeClosed(0, from - to).map(i -> from - i);
        return numbers.mapToObj(Integer::toString).toList();
    }

    /** A number as Groovy prints it, or a text without its quotes. */
    private static String value(String text) throws NotUnderstood {
        Matcher quoted = TEXT.matcher(text);
        if (quoted.matches()) {
            return Stream.of(quoted.group(1), quoted.group(2))
                    .filter(each -> each != null)
                    .findFirst()
                    .orElse("");
        }
        if (isNumber(text)) {
            return Integer.toString(Integer.parseInt(text));
        }
        throw notUnderstood(text);
    }

    /** Returns true if a number is written so that Groovy reads it as we do; Groovy reads 010 as 8. */
    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    private static NotUnderstood notUnderstood(String expression) {
        return new NotUnderstood(
                "'" + expression + "' is not understood; a range such as 0..3, or a list such as ['a', 'b'], is");
    }

    /** Returns the position of the brace that closes the one opened before the start, or a negative number. */
    private static int closing(String text, int start) {
        int depth = 1;
        for (int i = start; i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The parts between separators that stand outside all braces, brackets and quotes. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if ("{[(".indexOf(c) >= 0) {
                depth++;
            } else if ("}])".indexOf(c) >= 0) {
                depth--;
            } else if (c == separator && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
