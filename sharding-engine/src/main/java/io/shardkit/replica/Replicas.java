package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.observe.ReplicaState;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.Replication;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of the data sources of a rule. Each has a number, as data sources have: those of the replicas follow after
 * those of the data sources. Thread-safe.
 */
public final class Replicas implements AutoCloseable {
    private final Groups all;
    private final @Nullable Group[] groups;
    private final List<DataSource> primaries = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();

    /** The number of the first replica, by data source. */
    private final int[] first;

    /** The data source, by replica. */
    private final List<Integer> dataSourceOfMember = new ArrayList<>();

    private Replicas(Groups all, Map<String, DataSource> pools) {
        this.all = all;
        this.groups = new Group[pools.size()];
        this.first = new int[pools.size()];
        pools.forEach((name, pool) -> {
            int dataSource = primaries.size();
            Group group = all.group(name, pool);
            groups[dataSource] = group;
            first[dataSource] = groups.length + members.size();
            primaries.add(group == null ? pool : group.primary());
            for (Member member : group == null ? List.<Member>of() : group.members()) {
                members.add(member);
                dataSourceOfMember.add(dataSource);
            }
        });
    }

    /**
     * The replicas of these data sources.
     *
     * @param pools of their primaries, by name and in their order
     * @param rules how they are asked
     */
    public static Replicas of(Map<String, DataSource> pools, Replication replication, ReplicaRules rules) {
        return new Replicas(new Groups(replication, rules), pools);
    }

    /** The replicas of the data sources of another rule: the same objects where both have one. */
    public Replicas over(Map<String, DataSource> pools) {
        return new Replicas(all, pools);
    }

    /** Asks each replica, and from now on again and again; those that are asked already are not asked anew. */
    public void start() {
        all.start();
    }

    /**
     * Tables may have come to data sources or have left them, as another rule is in force: replicas that lag are not read,
     * by an earlier rule neither.
     */
    public void tablesChanged() {
        all.tablesChanged();
    }

    /** The pools of the primaries, which may be others after one was promoted; by data source. */
    public List<DataSource> primaries() {
        return Collections.unmodifiableList(primaries);
    }

    /** All replicas, in the order of their numbers. */
    public List<Member> members() {
        return Collections.unmodifiableList(members);
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
        return number < groups.length ? null : members.get(number - groups.length);
    }

    /** The number of a replica of a data source. */
    public int number(int dataSource, Member member) {
        return first[dataSource] + member.index();
    }

    /** The group of a data source, or null if it has no replicas. */
    public @Nullable Group group(int dataSource) {
        return groups[dataSource];
    }

    /**
     * Returns what belongs to each group in the order of these data sources; null for those that have another group, or none.
     *
     * @param before the data sources in whose order it is
     */
    @SuppressWarnings("ReferenceEquality") // each group is an object
    public <T> @Nullable T[] inOrder(@Nullable T[] kept, Replicas before) {
        @Nullable T[] moved = Arrays.copyOf(kept, groups.length);
        Arrays.fill(moved, null);
        for (int i = 0; i < groups.length; i++) {
            for (int j = 0; j < before.groups.length && groups[i] != null; j++) {
                if (before.groups[j] == groups[i]) {
                    moved[i] = kept[j];
                }
            }
        }
        return moved;
    }

    /** The data source whose replica has that number; the number itself if it is a data source's. */
    public int dataSource(int number) {
        return number < groups.length ? number : dataSourceOfMember.get(number - groups.length);
    }

    /** Returns the number of data sources, with replicas and without. */
    public int dataSources() {
        return groups.length;
    }

    /** Returns the configured groups. */
    public Replication replication() {
        return all.replication();
    }

    /** Returns the settings of the replicas. */
    public ReplicaSettings settings() {
        return all.replication().settings();
    }

    /** Returns the rules by which the replicas are asked. */
    public ReplicaRules rules() {
        return all.rules();
    }

    /** Returns the time for which the writes of threads and clients count, in nanoseconds. */
    public long ownWriteNanos() {
        return all.authors().nanos();
    }

    /** Returns the writes of the thread, or of the client that is named on it, or null if there are none. */
    public @Nullable OwnWrites writesOf(Group group) {
        return all.authors().known(group.ordinal());
    }

    /** The same begins a write; null if its writes count for its connection only. */
    public @Nullable OwnWrites beginWrite(Group group) {
        return all.authors().begin(group.ordinal());
    }

    /** Returns the last known state of each replica. */
    public List<ReplicaState> states() {
        List<ReplicaState> states = new ArrayList<>();
        for (Group group : groups()) {
            group.members().forEach(member -> states.add(member.state(group.name(), group.oldest())));
        }
        return states;
    }

    /**
     * Returns a replica of a data source that will soon lag so much that it gets no reads, or does so already, in words; an
     * empty text if none is known to. The data source may be one that no rule has yet, once it was opened.
     */
    public String lagging(String dataSource) {
        return all.lagging(dataSource, settings().maxLag().dividedBy(2));
    }

    /** Asks the replicas of a data source no more, as no rule has it any longer. */
    public void leave(String dataSource) {
        all.leave(dataSource);
    }

    /** Asks no more. */
    @Override
    public void close() {
        all.close();
    }
}
