package io.shardkit.dialect.mysql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A set of MySQL's global transaction ids: intervals of numbers for each server, or for each server and tag. Its text is
 * {@code uuid:interval[:interval]...[:tag:interval...]}, one such for each server, separated by commas; see "GTID Sets" in
 * MySQL's manual. Immutable.
 */
final class GtidSet {
    private final Map<String, List<Interval>> intervals = new HashMap<>();

    /** Numbers, both bounds included. */
    private record Interval(long first, long last) {}

    private GtidSet() {}

    /** Parses what {@code gtid_executed} shows. */
    static GtidSet parse(String text) {
        GtidSet set = new GtidSet();
        for (String part : text.split(",", -1)) {
            String server = "";
            String tag = "";
            for (String word : part.strip().split(":", -1)) {
                String trimmed = word.strip().toLowerCase(Locale.ROOT);
                if (trimmed.isEmpty()) {
                    continue;
                }
                if (server.isEmpty()) {
                    server = trimmed;
                } else if (Character.isDigit(trimmed.charAt(0))) {
                    set.intervals
                            .computeIfAbsent(server + ":" + tag, any -> new ArrayList<>())
                            .add(interval(trimmed));
                } else {
                    tag = trimmed;
                }
            }
        }
        return set;
    }

    private static Interval interval(String text) {
        int dash = text.indexOf('-');
        long first = Long.parseLong(dash < 0 ? text : text.substring(0, dash));
        return new Interval(first, dash < 0 ? first : Long.parseLong(text.substring(dash + 1)));
    }

    /** Tells if each id of the other set is in this one. */
    boolean contains(GtidSet other) {
        return other.intervals.entrySet().stream()
                .allMatch(entry -> entry.getValue().stream().allMatch(wanted -> covers(entry.getKey(), wanted)));
    }

    /** MySQL joins intervals that touch, so one of them covers what is covered. */
    private boolean covers(String server, Interval wanted) {
        return intervals.getOrDefault(server, List.of()).stream()
                .anyMatch(each -> each.first <= wanted.first && wanted.last <= each.last);
    }
}
