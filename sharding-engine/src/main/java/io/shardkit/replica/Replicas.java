package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of all data sources. Each has a number, as data sources have: those of the replicas follow after those of the
 * data sources. Thread-safe.
 */
public final class Replicas implements AutoCloseable {
    private final int dataSources;
    private final @Nullable Group[] groups;
    private final List<DataSource> primaries;
    private final List<Member> members;
    private final List<Group> groupOfMember;
    private final ReplicaSettings settings;
    private final ReplicaRules rules;
    private final Authors authors;
    private final ReplicaChecks checks;

    private Replicas(
            @Nullable Group[] groups,
            List<DataSource> primaries,
            List<Member> members,
            List<Group> groupOfMember,
            ReplicaSettings settings,
            ReplicaRules rules) {
        this.dataSources = groups.length;
        this.groups = groups;
        this.primaries = List.copyOf(primaries);
        this.members = List.copyOf(members);
        this.groupOfMember = List.copyOf(groupOfMember);
        this.settings = settings;
        this.rules = rules;
        this.authors = new Authors(groups.length, settings);
        this.checks = new ReplicaChecks(groups(), settings, rules);
    }

    /**
     * The replicas of these data sources.
     *
     * @param names of the data sources
     * @param pools of their primaries
     * @param rules how they are asked
     */
    public static Replicas of(List<String> names, List<DataSource> pools, Replication replication, ReplicaRules rules) {
        @Nullable Group[] groups = new Group[names.size()];
        List<DataSource> primaries = new ArrayList<>(pools);
        List<Member> members = new ArrayList<>();
        List<Group> groupOfMember = new ArrayList<>();
        for (int i = 0; i < groups.length; i++) {
            ReplicaGroup configured = replication.groups().get(names.get(i));
            if (configured == null) {
                continue;
            }
            PrimarySource primary = new PrimarySource(pools.get(i));
            primaries.set(i, primary);
            List<Member> own = new ArrayList<>();
            for (Replica replica : configured.replicas()) {
                own.add(new Member(replica, groups.length + members.size() + own.size(), own.size()));
            }
            Group group = new Group(i, names.get(i), configured, replication.settings(), primary, own, rules);
            groups[i] = group;
            members.addAll(own);
            own.forEach(member -> groupOfMember.add(group));
        }
        return new Replicas(groups, primaries, members, groupOfMember, replication.settings(), rules);
    }

    /** Asks each replica, and from now on again and again. */
    public void start() {
        tablesChanged();
        checks.start();
    }

    /** Tables may have come to data sources, as another rule is in force: replicas that lag are not read. */
    public void tablesChanged() {
        groups().forEach(Group::tablesChanged);
    }

    /** The pools of the primaries, which may be others after one was promoted; by data source. */
    public List<DataSource> primaries() {
        return primaries;
    }

    /** All replicas, in the order of their numbers. */
    public List<Member> members() {
        return members;
    }

    private List<Group> groups() {
        List<Group> all = new ArrayList<>();
        for (Group group : groups) {
            if (group != null) {
                all.add(group);
            }
        }
        return all;
    }

    /** The replica of that number, or null if it is the number of a data source. */
    public @Nullable Member member(int number) {
        return number < dataSources ? null : members.get(number - dataSources);
    }

    /** The group of a data source, or null if it has no replicas. */
    public @Nullable Group group(int dataSource) {
        return groups[dataSource];
    }

    /** The data source whose replica has that number; the number itself if it is a data source's. */
    public int dataSource(int number) {
        return number < dataSources
                ? number
                : groupOfMember.get(number - dataSources).dataSource();
    }

    /** Returns the number of data sources, with replicas and without. */
    public int dataSources() {
        return dataSources;
    }

    /** Returns the settings of the replicas. */
    public ReplicaSettings settings() {
        return settings;
    }

    /** Returns the rules by which the replicas are asked. */
    public ReplicaRules rules() {
        return rules;
    }

    /** Returns the time for which the writes of threads and clients count, in nanoseconds. */
    public long ownWriteNanos() {
        return authors.nanos();
    }

    /** Returns the writes of the thread, or of the client that is named on it, or null if there are none. */
    public @Nullable OwnWrites writesOf(int dataSource) {
        return authors.known(dataSource);
    }

    /** The same begins a write; null if its writes count for its connection only. */
    public @Nullable OwnWrites beginWrite(int dataSource) {
        return authors.begin(dataSource);
    }

    /** Returns the last known state of each replica. */
    public List<ReplicaState> states() {
        List<ReplicaState> states = new ArrayList<>();
        for (Group group : groups()) {
            group.members().forEach(member -> states.add(member.state(group.name(), group.oldest())));
        }
        return states;
    }

    /** Asks no more. */
    @Override
    public void close() {
        checks.close();
    }
}
