package io.shardkit.loadtest;

import io.shardkit.lab.gate.GateDriver;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An order service over databases, by one of the ways to reach them, in a JVM of its own. */
final class Service implements AtOnce.Started {

    /** Connections to each database: more than the places of any gate. */
    private static final int POOL = 16;

    private final DataAccess access;
    private final Topology topology;
    private final Path rules;
    private final SampleApplication application;

    private Service(DataAccess access, Topology topology, Path rules, SampleApplication application) {
        this.access = access;
        this.topology = topology;
        this.rules = rules;
        this.application = application;
    }

    /**
     * Starts it.
     *
     * @param gate before each database, or none
     */
    static Service start(
            Application from,
            DataAccess access,
            Topology topology,
            List<PhysicalTables.Location> locations,
            Capacity gate)
            throws IOException, InterruptedException {
        return start(from, access, topology, topology.names(), locations, gate);
    }

    /**
     * Starts one that knows more data sources than it has orders on.
     *
     * @param sources the names of all data sources of Shardkit
     * @param locations all of them
     */
    static Service start(
            Application from,
            DataAccess access,
            Topology topology,
            List<String> sources,
            List<PhysicalTables.Location> locations,
            Capacity gate)
            throws IOException, InterruptedException {
        String name = access.profile() + "-" + topology.name() + (gate.isLimited() ? "-gated" : "");
        Path folder = Files.createDirectories(from.folder());
        String driver = gate.isLimited() ? GateDriver.class.getName() : DatabaseServers.driver();
        Path rules = Files.writeString(
                folder.resolve(name + ".yml"),
                access == DataAccess.PEER
                        ? new PeerRules(topology, locations, POOL).yaml()
                        : topology.rules(
                                sources,
                                String.format(
                                        Locale.ROOT,
                                        ", driver-class-name: %s, hikari: { maximum-pool-size: %d }",
                                        driver,
                                        POOL)));
        List<String> properties = new ArrayList<>(access.properties(topology, rules, driver));
        for (PhysicalTables.Location location : locations) {
            properties.add("orders." + location.name() + ".url=" + gate.url(location.url()));
            properties.add("by-hand." + location.name() + ".maximum-pool-size=" + POOL);
        }
        // Once: an argument that is given twice is a list.
        properties.add("orders.username=" + locations.get(0).username());
        properties.add("orders.password=" + locations.get(0).password());
        properties.add("spring.datasource.hikari.maximum-pool-size=" + POOL);
        properties.add("server.tomcat.threads.max=600");
        SampleApplication application = SampleApplication.start(
                from.jar(),
                gate.isLimited() ? gateClasses() : null,
                gate.isLimited() ? SampleApplication.COMPILED_QUICKLY : SampleApplication.COMPILED_SOON,
                folder.resolve(name + ".txt"),
                properties);
        return new Service(access, topology, rules, application);
    }

    /** For tables, such as {@code sharding, 2 databases, 4 tables each}. */
    String title() {
        return access.profile() + ", " + topology.title();
    }

    DataAccess access() {
        return access;
    }

    Topology topology() {
        return topology;
    }

    /** Its file with the rules of Shardkit. */
    Path rules() {
        return rules;
    }

    URI uri() {
        return application.uri();
    }

    Duration cpu() {
        return application.cpu();
    }

    /** Milliseconds that its compilers have worked up to now. */
    double compilationMillis() throws IOException, InterruptedException {
        return application.metric("jvm.compilation.time");
    }

    double allocatedBytes() throws IOException, InterruptedException {
        return application.allocatedBytes();
    }

    double metric(String name) throws IOException, InterruptedException {
        return application.metric(name);
    }

    @Override
    public void close() {
        application.close();
    }

    /** The load lab's classes: the application gets the gate on its class path in the load test only. */
    private static Path gateClasses() {
        try {
            return Path.of(GateDriver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where the gate's classes are", e);
        }
    }
}
