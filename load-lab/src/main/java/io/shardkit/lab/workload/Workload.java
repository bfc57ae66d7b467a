package io.shardkit.lab.workload;

import io.shardkit.lab.report.ShardLoad;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Tables with rows, and what is done with them. */
interface Workload extends AutoCloseable {

    /** Returns the steps in the order in which they are measured. */
    List<Step> steps();

    /** The threads at which it is measured, if the settings do not say. */
    List<Integer> threads(boolean gated);

    /** The contender that a soak is run with. */
    String soaked();

    /** Reads the databases; to be called when nothing runs. */
    Check check() throws SQLException;

    /**
     * Returns the load and the rows of each server; to be called when nothing runs.
     *
     * @param statements that each server got, by contender; without those of contenders whose count is not known
     */
    List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException;

    @Override
    void close();
}
