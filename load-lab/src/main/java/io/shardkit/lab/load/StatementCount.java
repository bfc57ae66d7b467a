package io.shardkit.lab.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the statements that each server got for each task: the server's count after a turn less that before the turn,
 * warm-up included. The count is right if no other client uses the servers meanwhile. One turn at a time.
 */
public final class StatementCount {
    private final Counter counter;
    private final Map<Task, long[]> byTask = new HashMap<>();

    /** A counter of the statements that servers have got. */
    @FunctionalInterface
    public interface Counter {
        /** A counter for databases that count nothing. */
        Counter NONE = () -> new long[0];

        /** Statements since any moment, by server; empty if it can't be told. */
        long[] read();
    }

    /** A count with nothing in it. */
    public StatementCount(Counter counter) {
        this.counter = counter;
    }

    /** The same load, whose turns are counted. */
    public Load around(Load load) {
        return new Load() {
            @Override
            public String label() {
                return load.label();
            }

            @Override
            public Turn run(Task task, Duration length) {
                long[] before = counter.read();
                Turn turn = load.run(task, length);
                add(task, before, counter.read());
                return turn;
            }
        };
    }

    private void add(Task task, long[] before, long[] after) {
        long[] sum = byTask.computeIfAbsent(task, first -> new long[after.length]);
        for (int server = 0; server < after.length; server++) {
            sum[server] += after[server] - before[server];
        }
    }

    /** By server; empty if the task had no turn, or nothing was counted. */
    public long[] of(Task task) {
        return byTask.getOrDefault(task, new long[0]).clone();
    }
}
