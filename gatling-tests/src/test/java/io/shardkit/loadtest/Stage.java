package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.StatementCount;
import io.shardkit.lab.report.ShardLoad;
import java.io.IOException;
import java.net.http.HttpClient;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/** The databases of one topology, the services over them, all at the same time, and what these acknowledged. */
final class Stage implements AtOnce.Started {

    private final String purpose;
    private final Topology topology;
    private final PhysicalTables tables;
    private final PhysicalTables.Content before;
    private final Orders orders;
    private final AcknowledgedOrders ledger = new AcknowledgedOrders();
    private final List<Service> services;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Stage(
            String purpose,
            Topology topology,
            PhysicalTables tables,
            PhysicalTables.Content before,
            Orders orders,
            List<Service> services) {
        this.purpose = purpose;
        this.topology = topology;
        this.tables = tables;
        this.before = before;
        this.orders = orders;
        this.services = services;
    }

    /**
     * Starts the services, who make the tables if they are not there; but the peer, which can't, is started last.
     *
     * @param purpose part of the databases' names
     */
    static Stage start(
            Application from,
            DatabaseServers servers,
            String purpose,
            Topology topology,
            List<DataAccess> accesses,
            Capacity gate,
            int orderCount)
            throws IOException, InterruptedException, SQLException {
        List<PhysicalTables.Location> locations = servers.databases(topology, purpose);
        List<Service> services = new ArrayList<>();
        try {
            List<DataAccess> making = new ArrayList<>(accesses);
            boolean peer = making.remove(DataAccess.PEER);
            services.addAll(AtOnce.start(making.stream()
                    .map(access -> (Callable<Service>) () -> Service.start(from, access, topology, locations, gate))
                    .toList()));
            if (peer) {
                services.add(Service.start(from, DataAccess.PEER, topology, locations, gate));
            }
            services.sort(Comparator.comparing(service -> accesses.indexOf(service.access())));
            Orders orders = Orders.first(orderCount);
            FirstOrders.fill(topology, locations, orders);
            PhysicalTables tables = new PhysicalTables(locations);
            return new Stage(purpose, topology, tables, tables.read(), orders, services);
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            services.forEach(Service::close);
            throw e;
        }
    }

    Topology topology() {
        return topology;
    }

    List<Service> services() {
        return services;
    }

    Contender contender(Service service, Operation operation) {
        return new Contender(service.title(), new OrderCalls(client, service.uri(), orders, ledger).task(operation));
    }

    /** Compares what the databases hold with what was acknowledged; to be called when nothing is under way. */
    void check(Findings findings) throws SQLException {
        findings.add(Reconciliation.of(
                purpose + ", " + topology.title(), before, ledger.sums(), ledger.ids(), tables.read()));
    }

    /**
     * Returns how even the load was: the statements that each database got from each service, by the status of the
     * servers, and the new orders of each table; the orders of the fill lie where the lowest bits of their ids, which are
     * the user's, put them.
     *
     * @param contenders of this stage, after their turns
     */
    List<ShardLoad> shards(List<Contender> contenders, StatementCount count) throws SQLException {
        List<ShardLoad> loads = new ArrayList<>();
        for (Contender contender : contenders) {
            long[] statements = Arrays.copyOf(count.of(contender.task()), topology.databases());
            double mean = Arrays.stream(statements).average().orElse(0);
            for (int database = 0; database < statements.length; database++) {
                long own = statements[database];
                loads.add(new ShardLoad(
                        contender.name(), topology.names().get(database), -1, own, -1, mean == 0 ? 1 : own / mean));
            }
        }
        loads.addAll(newOrders());
        return loads;
    }

    private List<ShardLoad> newOrders() throws SQLException {
        PhysicalTables.Content now = tables.read();
        long added = now.sums().orders() - before.sums().orders();
        double mean = added / (double) now.rows().size();
        List<ShardLoad> loads = new ArrayList<>();
        now.rows().forEach((table, rows) -> {
            long more = rows - before.rows().getOrDefault(table, 0L);
            loads.add(new ShardLoad("all, " + topology.title(), table, -1, -1, rows, mean == 0 ? 1 : more / mean));
        });
        return loads;
    }

    @Override
    public void close() {
        services.forEach(Service::close);
    }
}
