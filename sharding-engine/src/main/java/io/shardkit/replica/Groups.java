package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.Replication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The data sources with replicas of one instance, by name: a rule has numbers for them, which others need not have. Their
 * servers are asked for as long as a rule has them. Thread-safe.
 */
final class Groups implements AutoCloseable {
    private final Replication replication;
    private final ReplicaRules rules;

    /** The configured ones. */
    private final List<String> names;

    /** The groups of rules that are in use or to come. */
    private final Map<String, Watched> known = new TreeMap<>();

    private final Authors authors;

    /** A group, and what asks its servers; null before they are asked. */
    private record Watched(Group group, @Nullable ReplicaChecks checks) {
        void close() {
            if (checks != null) {
                checks.close();
            }
        }
    }

    Groups(Replication replication, ReplicaRules rules) {
        this.replication = replication;
        this.rules = rules;
        this.names = replication.groups().keySet().stream().sorted().toList();
        this.authors = new Authors(names.size(), replication.settings());
    }

    Replication replication() {
        return replication;
    }

    ReplicaRules rules() {
        return rules;
    }

    Authors authors() {
        return authors;
    }

    /** The group of a data source with that pool, or null if it has no replicas. */
    synchronized @Nullable Group group(String name, DataSource pool) {
        ReplicaGroup configured = replication.groups().get(name);
        if (configured == null) {
            return null;
        }
        Watched watched = known.get(name);
        if (watched != null && watched.group().isOver(pool)) {
            return watched.group();
        }
        if (watched != null) {
            watched.close();
        }
        List<Member> members = new ArrayList<>();
        for (Replica replica : configured.replicas()) {
            members.add(new Member(replica, members.size()));
        }
        Group group = new Group(
                names.indexOf(name), name, configured, replication.settings(), new PrimarySource(pool), members, rules);
        known.put(name, new Watched(group, null));
        return group;
    }

    /** Asks the servers of those that are not asked yet, from now on again and again. */
    synchronized void start() {
        List<Group> more = known.values().stream()
                .filter(each -> each.checks() == null)
                .map(Watched::group)
                .toList();
        if (more.isEmpty()) {
            return;
        }
        more.forEach(Group::tablesChanged);
        List<ReplicaChecks> checks = more.stream()
                .map(group -> new ReplicaChecks(group, replication.settings(), rules))
                .toList();
        for (int i = 0; i < more.size(); i++) {
            known.put(more.get(i).name(), new Watched(more.get(i), checks.get(i)));
        }
        // The lag of a replica is known once its primary was asked.
        ReplicaChecks.awaitAll(checks.stream().map(ReplicaChecks::startPrimary).toList());
        ReplicaChecks.awaitAll(checks.stream().map(ReplicaChecks::startReplicas).toList());
    }

    /** As {@link Replicas#tablesChanged}. */
    synchronized void tablesChanged() {
        known.values().forEach(each -> each.group().tablesChanged());
    }

    /** Asks the servers of a data source no more, as no rule has it. */
    synchronized void leave(String name) {
        Watched watched = known.remove(name);
        if (watched != null) {
            watched.close();
        }
    }

    /** Returns a replica of a data source that lags by more, in words; an empty text if none is known to. */
    synchronized String lagging(String name, Duration most) {
        Watched watched = known.get(name);
        return watched == null ? "" : watched.group().lagging(most);
    }

    @Override
    public synchronized void close() {
        known.values().forEach(Watched::close);
    }
}
