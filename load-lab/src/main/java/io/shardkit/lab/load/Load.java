package io.shardkit.lab.load;

import java.time.Duration;

/** A way to call a task again and again. One turn at a time. */
public interface Load {

    /** For tables, such as {@code 32 threads} or {@code 500/s offered}. */
    String label();

    /** Calls the task for so long, and waits for the calls that are under way then. */
    Turn run(Task task, Duration length);
}
