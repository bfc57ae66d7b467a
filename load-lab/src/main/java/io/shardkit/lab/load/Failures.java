package io.shardkit.lab.load;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Errors counted by their messages. Thread-safe. */
public final class Failures {
    private static final int MOST_MESSAGES = 20;

    private final Map<String, Long> byMessage = new LinkedHashMap<>();
    private long count;

    /** Counts an error; of more than 20 messages the later ones are counted without being kept. */
    public synchronized void add(Throwable failure) {
        count++;
        String message = failure.toString().replaceAll("\\s+", " ");
        if (byMessage.containsKey(message) || byMessage.size() < MOST_MESSAGES) {
            byMessage.merge(message, 1L, Long::sum);
        }
    }

    /** Adds those of another one. */
    public void addAll(Failures other) {
        Map<String, Long> theirs = other.copy();
        synchronized (this) {
            count += other.count();
            theirs.forEach((message, times) -> {
                if (byMessage.containsKey(message) || byMessage.size() < MOST_MESSAGES) {
                    byMessage.merge(message, times, Long::sum);
                }
            });
        }
    }

    /** Returns the number of failures. */
    public synchronized long count() {
        return count;
    }

    /** Returns the message of the first failure; empty if there was none. */
    public synchronized String first() {
        return byMessage.isEmpty() ? "" : byMessage.keySet().iterator().next();
    }

    /** Returns the messages of the failures, the most frequent first. */
    public synchronized List<String> messages() {
        return byMessage.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .map(each -> each.getKey() + (each.getValue() == 1 ? "" : " (" + each.getValue() + " times)"))
                .toList();
    }

    private synchronized Map<String, Long> copy() {
        return new LinkedHashMap<>(byMessage);
    }
}
