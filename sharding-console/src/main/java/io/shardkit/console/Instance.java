package io.shardkit.console;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import org.springframework.core.env.Environment;

/**
 * The process that answers, so that one of several instances can be told from the others.
 *
 * @param application its name; empty if it has none
 * @param version that of Shardkit; empty where the classes were not compiled by the build
 * @param host the name of its machine; empty if that is not known
 * @param pid the number of the process
 * @param java the version of Java
 * @param startedAt the time at which the process started
 */
public record Instance(String application, String version, String host, long pid, String java, Instant startedAt) {
    static Instance of(Environment environment) {
        String version = Resources.property("/META-INF/shardkit.properties", "version");
        return new Instance(
                environment.getProperty("spring.application.name", ""),
                version.startsWith("@") ? "" : version,
                machine(),
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "";
        }
    }
}
