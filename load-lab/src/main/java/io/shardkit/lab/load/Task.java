package io.shardkit.lab.load;

/** One operation of a load. Called by many threads at the same time, each with a number of its own. */
@FunctionalInterface
public interface Task {

    /**
     * Runs it once.
     *
     * @param worker the number of the thread, from 0
     * @throws Exception if it failed or the answer was wrong; it is counted as an error
     */
    void run(int worker) throws Exception;
}
