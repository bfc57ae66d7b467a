package io.shardkit.lab.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of a run.
 *
 * @param processors as many as the JVM may use
 * @param cpu the processor's name, empty where it is not known
 * @param memoryMb memory of the machine in MiB, 0 where it is not known
 * @param system operating system and architecture
 * @param java version of the JVM
 * @param load processes that were running or waiting for a processor when the run began, averaged over a minute, without
 *     its own; negative where it is not known. Above zero others took part of the processors
 */
public record Machine(int processors, String cpu, long memoryMb, String system, String java, double load) {

    /** This machine, now: to be asked before the run starts anything. */
    public static Machine here() {
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                        ? os.getTotalMemorySize() >> 20
                        : 0;
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                cpuName(),
                memory,
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String cpuName() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException notLinux) {
            return "";
        }
    }
}
