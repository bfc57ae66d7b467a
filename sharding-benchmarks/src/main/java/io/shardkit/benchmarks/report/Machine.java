package io.shardkit.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * On what a run was made. Immutable.
 *
 * @param date when it began, in UTC
 * @param database the kind of database, as in the results
 * @param databaseVersion its product and version
 * @param driverVersion the driver and its version
 * @param peerVersion the peer and its version; empty without one
 * @param processor the model of the processors
 * @param processors how many there are
 * @param memory in MiB
 * @param system the operating system
 * @param java the JVM
 * @param load how many threads wanted a processor before the run, as an average of a minute; negative if unknown
 */
public record Machine(
        String date,
        String database,
        String databaseVersion,
        String driverVersion,
        String peerVersion,
        String processor,
        int processors,
        long memory,
        String system,
        String java,
        double load) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** This machine. */
    public static Machine ofThisJvm(
            String date, String database, String databaseVersion, String driverVersion, String peerVersion) {
        return new Machine(
                date,
                database,
                databaseVersion,
                driverVersion,
                peerVersion,
                fact("/proc/cpuinfo", "model name", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                Long.parseLong(fact("/proc/meminfo", "MemTotal", "0 kB").split(" ")[0]) / 1024,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** The value in a line such as {@code name : value}, where the system has such a file. */
    private static String fact(String file, String name, String otherwise) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file));
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }

    /** Writes it as JSON. */
    public void write(Path file) {
        try {
            JSON.writeValue(file.toFile(), this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what {@link #write} wrote. */
    static Machine read(Path file) {
        try {
            return JSON.readValue(file.toFile(), Machine.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
