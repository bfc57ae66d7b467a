package io.shardkit.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.shardkit.lab.report.Machine;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The machine and the database of a run. Immutable.
 *
 * @param date when it began, in UTC
 * @param database the kind of database, as in the results
 * @param databaseVersion its product and version
 * @param driverVersion the driver and its version
 * @param peerVersion the peer and its version; empty without one
 * @param machine where, as it was before the run
 */
public record MeasuredOn(
        String date,
        String database,
        String databaseVersion,
        String driverVersion,
        String peerVersion,
        Machine machine) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Writes it as JSON. */
    public void write(Path file) throws IOException {
        JSON.writeValue(file.toFile(), this);
    }

    /** Reads what {@link #write} wrote. */
    static MeasuredOn read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), MeasuredOn.class);
    }
}
