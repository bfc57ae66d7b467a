package io.shardkit.rule;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Expands patterns of data nodes as a shell expands braces: {@code ds{0..1}.t_{00..15}}, {@code t_{a,b}}, several
 * patterns separated by commas. {@code $->{0..3}} is read like {@code {0..3}}.
 */
@API(status = API.Status.INTERNAL)
public final class NodePattern {
    private static final int MAX_NODES = 100_000;
    private static final Pattern DASHED = Pattern.compile("\\s*(\\d+)\\s*-\\s*(\\d+)\\s*");
    private static final Pattern LIST = Pattern.compile("\\s*\\[([^\\[\\]]*)]\\s*");
    private static final Pattern AROUND_DOT = Pattern.compile("\\s*\\.\\s*");
    private static final Pattern QUOTES = Pattern.compile("['\"]");

    private NodePattern() {}

    /**
     * A pattern without a comma outside braces, taken apart.
     *
     * @param beginning the start of the names of tables, up to the first brace
     * @param rest the pattern without that
     */
    record Shape(String beginning, String rest) {}

    /** The shape of a pattern whose names of tables all begin alike, or null: it is then expanded as a whole. */
    static @Nullable Shape shape(String pattern) {
        String part = plain(pattern).trim();
        int depth = 0;
        int dot = -1;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == ',' && depth == 0) {
                return null;
            }
            dot = c == '.' && depth == 0 && dot < 0 ? i : dot;
        }
        int open = part.indexOf('{', dot + 1);
        int end = open < 0 ? part.length() : open;
        String beginning = part.substring(dot + 1, end);
        return dot < 0 || beginning.isEmpty() || beginning.indexOf('.') >= 0 || beginning.indexOf('}') >= 0
                ? null
                : new Shape(beginning, part.substring(0, dot + 1) + part.substring(end));
    }

    /** Without the arrows of Groovy, and without blanks around dots, which no name has. */
    private static String plain(String pattern) {
        return AROUND_DOT.matcher(pattern.replace("$->", "")).replaceAll(".");
    }

    /** The names in the order in which the braces count, the last brace fastest. */
    static List<String> expand(String pattern, String property) {
        List<String> names = new ArrayList<>();
        for (String part : splitOutsideBraces(plain(pattern), property)) {
            if (part.isBlank()) {
                throw invalid(property, pattern, "it has an empty part");
            }
            expandPart(part.trim(), "", names, property, pattern);
        }
        return names;
    }

    /** Returns the names before the first dots of what a pattern expands to; none if it cannot be expanded. */
    public static Set<String> dataSources(String pattern) {
        try {
            return expand(pattern, "").stream()
                    .filter(full -> full.indexOf('.') > 0)
                    .map(full -> full.substring(0, full.indexOf('.')))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        } catch (ShardingConfigurationException unreadable) {
            return Set.of();
        }
    }

    private static void expandPart(String rest, String prefix, List<String> names, String property, String pattern) {
        int open = rest.indexOf('{');
        if (open < 0) {
            if (rest.indexOf('}') >= 0 || names.size() >= MAX_NODES) {
                throw invalid(property, pattern, "its braces do not match or it has more than " + MAX_NODES + " names");
            }
            names.add(prefix + rest);
            return;
        }
        int close = rest.indexOf('}', open);
        if (close < 0) {
            throw invalid(property, pattern, "a brace is not closed");
        }
        for (String item : items(rest.substring(open + 1, close), property, pattern)) {
            expandPart(rest.substring(close + 1), prefix + rest.substring(0, open) + item, names, property, pattern);
        }
    }

    private static List<String> items(String body, String property, String pattern) {
        String meant = meant(body);
        if (meant != null) {
            throw invalid(property, pattern, "{" + body + "} is written {" + meant + "}");
        }
        int dots = body.indexOf("..");
        List<String> items = new ArrayList<>();
        if (dots < 0) {
            for (String item : body.split(",", -1)) {
                if (item.isBlank()) {
                    throw invalid(property, pattern, "{" + body + "} has an empty item");
                }
                items.add(item.trim());
            }
            return items;
        }
        String first = body.substring(0, dots).trim();
        String last = body.substring(dots + 2).trim();
        try {
            int from = Integer.parseInt(first);
            int to = Integer.parseInt(last);
            if (to < from) {
                // A list in Groovy or a shell would count down, and the order of the nodes decides where rows lie.
                throw invalid(
                        property,
                        pattern,
                        "{" + body + "} counts down; write {" + last + ".." + first
                                + "}, or a list if the shards are to be in that order");
            }
            if (from < 0) {
                throw invalid(property, pattern, "{" + body + "} begins below 0");
            }
            if (to - from >= MAX_NODES) {
                throw invalid(property, pattern, "{" + body + "} has more than " + MAX_NODES + " numbers");
            }
            boolean padded = first.length() > 1 && first.startsWith("0");
            for (int i = from; i <= to; i++) {
                String number = Integer.toString(i);
                items.add(padded ? "0".repeat(Math.max(0, first.length() - number.length())) + number : number);
            }
            return items;
        } catch (NumberFormatException e) {
            throw invalid(property, pattern, "{" + body + "} is not a range of whole numbers");
        }
    }

    /** Returns the items as the user probably meant them if they are in the notation of another tool, or null. */
    private static @Nullable String meant(String body) {
        Matcher dashed = DASHED.matcher(body);
        if (dashed.matches()) {
            return dashed.group(1) + ".." + dashed.group(2);
        }
        String list = LIST.matcher(body).replaceFirst("$1");
        String bare = QUOTES.matcher(list).replaceAll("").trim();
        return list.equals(body) && bare.equals(body.trim()) ? null : bare;
    }

    private static List<String> splitOutsideBraces(String pattern, String property) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(pattern.substring(start, i));
                start = i + 1;
            }
            if (depth < 0 || depth > 1) {
                throw invalid(property, pattern, "its braces do not match");
            }
        }
        parts.add(pattern.substring(start));
        return parts;
    }

    private static ShardingConfigurationException invalid(String property, String pattern, String why) {
        return new ShardingConfigurationException(
                ErrorCode.EMPTY_NODE_PATTERN, property, "'" + pattern + "' cannot be expanded, " + why);
    }
}
