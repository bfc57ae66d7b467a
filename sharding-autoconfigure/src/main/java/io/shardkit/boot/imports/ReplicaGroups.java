package io.shardkit.boot.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code !READWRITE_SPLITTING}: which databases are a primary and its replicas. Not thread-safe. */
final class ReplicaGroups {
    /** A primary's reads are never older than a replica's, so that all strategies are kept by it. */
    private static final List<String> READ_STRATEGIES = List.of("primary", "fixed", "dynamic");

    private static final Map<String, String> BALANCERS = Map.of(
            "roundrobin",
            "round-robin",
            "random",
            "random",
            "weight",
            "weight",
            "transactionroundrobin",
            "round-robin",
            "transactionrandom",
            "random",
            "transactionweight",
            "weight");

    private final Problems problems;
    private final List<String> known;

    /** By the name of the data source that they are. */
    private final Map<String, Group> groups = new LinkedHashMap<>();

    private final Map<String, String> groupOfMember = new HashMap<>();

    /**
     * One of them.
     *
     * @param balancer the load-balancer's type, or null for the default
     * @param weights by the name of a replica
     */
    record Group(
            Part.Scalar primary,
            List<Part.Scalar> replicas,
            Part.@Nullable Scalar balancer,
            Map<String, Part.Scalar> weights) {}

    /** @param known the names of all databases */
    ReplicaGroups(List<String> known, Problems problems) {
        this.known = known;
        this.problems = problems;
    }

    Map<String, Group> groups() {
        return groups;
    }

    /** The data sources that rules name: a group stands where its primary does, and its members for none. */
    List<String> dataSources() {
        List<String> names = new ArrayList<>();
        for (String name : known) {
            String group = groupOfMember.get(name);
            if (group == null) {
                names.add(name);
            } else if (!names.contains(group)) {
                names.add(group);
            }
        }
        return names;
    }

    /** The group that a database is a member of, or null. */
    @Nullable String groupOf(String name) {
        return groupOfMember.get(name);
    }

    /** Reads one rule. */
    void read(Part.Block rule, String path) {
        Fields fields = new Fields(rule, path, problems);
        Map<String, Fields> balancers = new HashMap<>();
        String balancersPath = fields.path("loadBalancers");
        fields.block("loadBalancers").parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                balancers.put(name, new Fields(block, balancersPath + "." + name, problems));
            }
        });
        Part.Block sources = fields.block("dataSourceGroups", "dataSources");
        if (sources.parts().isEmpty()) {
            fields.problem(null, "dataSourceGroups", "there are none");
        }
        Map<String, Balancer> read = new HashMap<>();
        balancers.forEach((name, balancer) -> read.put(name, balancer(balancer)));
        sources.parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                group(name, new Fields(block, path + ".dataSources." + name, problems), read);
            } else {
                problems.add(part.origin(), path + ".dataSources." + name, "its settings are expected below it");
            }
        });
        fields.end("it is not a part of !READWRITE_SPLITTING");
    }

    private record Balancer(Part.@Nullable Scalar type, Map<String, Part.Scalar> weights) {}

    private Balancer balancer(Fields fields) {
        Part.Scalar type = fields.scalar("type");
        String named =
                type == null ? "" : Part.uniform(String.valueOf(type.text()).strip());
        String own = BALANCERS.get(named.toLowerCase(Locale.ROOT));
        if (own == null) {
            fields.problem(type, "type", "a load balancer is ROUND_ROBIN, RANDOM or WEIGHT");
        }
        Map<String, Part.Scalar> weights = new HashMap<>();
        fields.block("props").parts().forEach((name, part) -> {
            if ("weight".equals(own) && part instanceof Part.Scalar weight) {
                weights.put(name, weight);
            } else if (!Part.uniform(name).equals("transactionreadquerystrategy")) {
                problems.add(part.origin(), fields.path("props." + name), "it is not a setting of a load balancer");
            }
        });
        fields.end("it is not a part of a load balancer");
        return new Balancer(own == null || type == null ? null : new Part.Scalar(own, type.origin()), weights);
    }

    private void group(String name, Fields fields, Map<String, Balancer> balancers) {
        Part.Scalar primary = fields.scalar("writeDataSourceName", "primaryDataSourceName");
        List<Part.Scalar> replicas = new ArrayList<>(fields.list("readDataSourceNames"));
        replicas.addAll(fields.list("replicaDataSourceNames"));
        for (String nested : new String[] {"staticStrategy", "props"}) {
            Fields below = new Fields(fields.block(nested), fields.path(nested), problems);
            Part.Scalar write = below.scalar("writeDataSourceName");
            primary = primary == null ? write : primary;
            replicas.addAll(below.list("readDataSourceNames"));
            below.end("it is not a part of a group");
        }
        Part.Scalar type = fields.scalar("type");
        if (type != null
                && !"static".equalsIgnoreCase(String.valueOf(type.text()).strip())) {
            fields.problem(type, "type", "groups are Static: their members are named here");
        }
        fields.refuse("dynamicStrategy", "groups are named: write writeDataSourceName and readDataSourceNames instead");
        Part.Scalar strategy = fields.scalar("transactionalReadQueryStrategy");
        if (strategy != null) {
            strategy(fields, strategy);
        }
        Part.Scalar named = fields.scalar("loadBalancerName");
        Balancer balancer = named == null ? null : balancer(fields, named, balancers);
        fields.end("it is not a part of a group");
        if (primary == null || replicas.isEmpty()) {
            fields.problem(null, primary == null ? "writeDataSourceName" : "readDataSourceNames", "it is missing");
            return;
        }
        member(fields, "writeDataSourceName", primary, name);
        for (Part.Scalar replica : replicas) {
            member(fields, "readDataSourceNames", replica, name);
        }
        groups.put(
                name,
                new Group(
                        primary,
                        replicas,
                        balancer == null ? null : balancer.type(),
                        balancer == null ? Map.of() : balancer.weights()));
    }

    private void strategy(Fields fields, Part.Scalar strategy) {
        String name = String.valueOf(strategy.text()).strip().toLowerCase(Locale.ROOT);
        if (!READ_STRATEGIES.contains(name)) {
            fields.problem(strategy, "transactionalReadQueryStrategy", "it is PRIMARY, FIXED or DYNAMIC");
        } else if (!name.equals(READ_STRATEGIES.get(0))) {
            problems.note(
                    strategy.origin(),
                    fields.path("transactionalReadQueryStrategy"),
                    "reads in a transaction go to the primary, unless it is read-only");
        }
    }

    private static @Nullable Balancer balancer(Fields fields, Part.Scalar named, Map<String, Balancer> balancers) {
        String wanted = String.valueOf(named.text()).strip();
        for (Map.Entry<String, Balancer> each : balancers.entrySet()) {
            if (Part.uniform(each.getKey()).equals(Part.uniform(wanted))) {
                return each.getValue();
            }
        }
        String own = BALANCERS.get(Part.uniform(wanted));
        if (own == null) {
            fields.problem(named, "loadBalancerName", "'" + wanted + "' is none of the loadBalancers");
            return null;
        }
        return new Balancer(new Part.Scalar(own, named.origin()), Map.of());
    }

    private void member(Fields fields, String property, Part.Scalar member, String group) {
        String name = String.valueOf(member.text()).strip();
        if (!known.contains(name)) {
            fields.problem(member, property, "'" + name + "' is none of the dataSources");
        } else if (groupOfMember.putIfAbsent(name, group) != null) {
            fields.problem(member, property, "'" + name + "' stands in a group twice");
        }
    }
}
