package io.shardkit.execute;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.catalog.Reading;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.driver.JdbcDriver;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.merge.Merger;
import io.shardkit.options.ShardingOptions;
import io.shardkit.replica.Group;
import io.shardkit.replica.Member;
import io.shardkit.replica.Replicas;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The databases of one logical data source, by number. Immutable.
 *
 * @param names their names
 * @param dataSources their pools
 * @param dialect the kind of all of them
 * @param settings their settings
 * @param driver the driver of the connections that their pools lend; where the drivers differ, that of the first
 * @param defaults the state in which their connections come
 * @param modes the modes in which their connections are kept
 * @param options how the engine behaves
 * @param lockLimit ends waits for locks in a transaction over several data sources, or null if they end by themselves
 * @param timeoutUndoes whether a wait for a lock that ends by its timeout undoes all of a transaction on some of them
 * @param bulkheads the bulkheads through which each database, and then each replica, is borrowed from
 * @param replicas the replicas of the data sources, whose numbers follow after theirs; null if no data source has any
 * @param members number of databases including the replicas
 * @param timeoutSeconds how long a statement without a timeout of its own may take; 0 for no limit
 */
public record Databases(
        List<String> names,
        List<DataSource> dataSources,
        Dialect dialect,
        ServerSettings settings,
        JdbcDriver driver,
        ConnectionDefaults defaults,
        SessionModes modes,
        ShardingOptions options,
        @Nullable String lockLimit,
        boolean timeoutUndoes,
        List<Bulkhead> bulkheads,
        @Nullable Replicas replicas,
        int members,
        int timeoutSeconds)
        implements ConnectionSource {
    /** Seconds that a question of the engine's own may take where the limits say nothing. */
    private static final int QUESTION_SECONDS = 30;

    public Databases {
        names = List.copyOf(names);
        dataSources = List.copyOf(dataSources);
        bulkheads = List.copyOf(bulkheads);
    }

    /** A connection to a data source that no session needs, for questions about its tables. */
    @Override
    public Connection open(int dataSource) throws SQLException {
        return bulkheads.get(dataSource).borrow(System.nanoTime());
    }

    @Override
    public <T> @Nullable T read(int dataSource, long nanos, Reading<T> reading) throws SQLException {
        return nanos == 0
                ? ConnectionSource.super.read(dataSource, nanos, reading)
                : TimedReading.of(name(dataSource), pool(dataSource), () -> open(dataSource), nanos, reading);
    }

    @Override
    public long limit() {
        return TimeUnit.SECONDS.toNanos(timeoutSeconds);
    }

    @Override
    public boolean isDown(int dataSource) {
        return bulkheads.get(dataSource).isDown();
    }

    /**
     * Lends no connection of a data source any more, once none is lent: no rule has it.
     *
     * @return false if a connection is lent, or a thread waits for one
     */
    public boolean retire(int dataSource) {
        Bulkhead bulkhead = bulkheads.get(dataSource);
        if (!bulkhead.isInUse()) {
            bulkhead.retire();
            return !bulkhead.isInUse();
        }
        return false;
    }

    /** Returns the number of databases. */
    public int size() {
        return names.size();
    }

    /** The name of a data source or a replica. */
    public String name(int number) {
        return replicas == null || number < names.size()
                ? names.get(number)
                : replicas.members().get(number - names.size()).name();
    }

    /** Tells whether reads are sent there; those of a replica that does not answer are sent to another server. */
    boolean isUsable(int number) {
        Member member = replicas == null ? null : replicas.member(number);
        Group group = replicas == null ? null : replicas.group(replicas.dataSource(number));
        return member == null || group == null || group.isUsable(member);
    }

    /** The pool of a data source or a replica. */
    public DataSource pool(int number) {
        return replicas == null || number < names.size()
                ? dataSources.get(number)
                : replicas.members().get(number - names.size()).dataSource();
    }

    /**
     * The same databases by other pools, which connect to them as these do.
     *
     * @param pools in the order of the data sources
     * @param before what was made of such pools for an earlier rule, or null
     * @throws IllegalStateException if they have replicas, one of which may become the primary
     */
    public Databases over(List<DataSource> pools, @Nullable Databases before) {
        if (replicas != null) {
            throw new IllegalStateException("the pools of data sources with replicas change with their primaries");
        }
        List<Bulkhead> others = new ArrayList<>();
        for (int i = 0; i < pools.size(); i++) {
            int known = before == null ? -1 : before.dataSources.indexOf(pools.get(i));
            others.add(before == null || known < 0 ? bulkheads.get(i).over(pools.get(i)) : before.bulkheads.get(known));
        }
        return new Databases(
                names,
                pools,
                dialect,
                settings,
                driver,
                defaults,
                modes,
                options,
                lockLimit,
                timeoutUndoes,
                others,
                null,
                members,
                timeoutSeconds);
    }

    /** Merges their rows. */
    public Merger merger() {
        return new Merger(dialect, driver);
    }

    /** Returns how many seconds a question of the engine's own may take; never without a limit. */
    public int secondsOfQuestions() {
        return timeoutSeconds > 0 ? timeoutSeconds : QUESTION_SECONDS;
    }

    /** Returns the deadline of a statement that may take so many seconds; 0 stands for the seconds that the limits say. */
    public Deadline deadline(int seconds) {
        return Deadline.in(seconds > 0 ? seconds : timeoutSeconds, driver.keepsTimeouts());
    }
}
