package io.shardkit.rule;

import java.util.List;

/** Data nodes of one data source whose names count up, as one pattern. */
final class NodeRun {
    private static final int MOST_DIGITS = 9;

    private NodeRun() {}

    /** Returns the end of the run that begins at a node, at least the next one. */
    static int end(List<DataNode> nodes, int from) {
        DataNode first = nodes.get(from);
        String beginning = beginning(first.table());
        int to = from + 1;
        String expected = next(first.table(), beginning);
        while (expected != null
                && to < nodes.size()
                && nodes.get(to).dataSource() == first.dataSource()
                && nodes.get(to).table().equals(expected)) {
            expected = next(expected, beginning);
            to++;
        }
        return to;
    }

    /** Returns the pattern of the nodes of a run. */
    static String pattern(List<DataNode> nodes, int from, int to) {
        DataNode first = nodes.get(from);
        String name = first.dataSourceName() + "." + first.table();
        if (to - from == 1) {
            return name;
        }
        String beginning = beginning(first.table());
        String last = nodes.get(to - 1).table();
        return first.dataSourceName() + "." + beginning + "{" + first.table().substring(beginning.length()) + ".."
                + last.substring(beginning.length()) + "}";
    }

    private static String beginning(String name) {
        int at = name.length();
        while (at > 0
                && name.length() - at < MOST_DIGITS
                && Character.digit(name.charAt(at - 1), 10) >= 0
                && name.charAt(at - 1) < 128) {
            at--;
        }
        return name.substring(0, at);
    }

    /** The name with the next number in as many digits; null if there is none. */
    private static @org.jspecify.annotations.Nullable String next(String name, String beginning) {
        String digits = name.substring(beginning.length());
        if (digits.isEmpty()) {
            return null;
        }
        String next = Long.toString(Long.parseLong(digits) + 1);
        boolean filled = digits.length() > 1 && digits.startsWith("0");
        if (!filled) {
            return beginning + next;
        }
        return next.length() > digits.length() ? null : beginning + "0".repeat(digits.length() - next.length()) + next;
    }
}
