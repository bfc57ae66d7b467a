package io.shardkit.lab.workload;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Goal;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.options.Replication;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One set of tables over several servers, and the subjects over them: by hand, Shardkit, the peer, and each server. */
abstract class RoutedWorkload implements Workload {
    static final String BY_HAND = "by hand";

    final Pools pools;
    final Opened opened;
    final Traffic traffic = new Traffic();
    final List<Subject> subjects = new ArrayList<>();
    final List<Step.Ratio> ratios = new ArrayList<>();

    RoutedWorkload(Pools pools, int workers) {
        this.pools = pools;
        opened = new Opened(pools, workers);
    }

    /** Adds by hand, Shardkit, and the peer if there is one, with the peer's ratios. */
    final void addRouted(int servers, List<Layout> tables, List<String> broadcast) throws SQLException {
        subjects.add(Subject.byHand(BY_HAND, pools));
        subjects.add(opened.shardkit(Opened.SHARDKIT, pools.byName(servers), tables, broadcast, Replication.NONE));
        opened.peer("", pools.byName(servers), tables, broadcast).ifPresent(peer -> {
            subjects.add(peer);
            ratios.add(new Step.Ratio(peer.name(), List.of(BY_HAND), 0));
            ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(peer.name()), 0));
        });
    }

    /** Adds plain JDBC on each of the servers. */
    final void addAlone(int servers) {
        for (int server = 0; server < servers; server++) {
            subjects.add(Subject.alone(server, pools));
        }
    }

    /** Returns the names of plain JDBC on each of the servers. */
    static List<String> alone(int servers) {
        List<String> names = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            names.add(Pools.name(server) + " alone");
        }
        return names;
    }

    /** The work of an operation for a subject. */
    interface Operation {
        void run(Subject subject, int worker) throws Exception;
    }

    static Step step(
            String name,
            List<Subject> subjects,
            List<Step.Ratio> ratios,
            boolean judged,
            @Nullable Goal goal,
            Operation operation) {
        List<Contender> contenders = subjects.stream()
                .map(subject -> new Contender(subject.name(), worker -> operation.run(subject, worker)))
                .toList();
        List<Step.Ratio> own =
                judged ? ratios : ratios.stream().map(Step.Ratio::withoutTarget).toList();
        return new Step(name, contenders, own, goal);
    }

    @Override
    public String soaked() {
        return Opened.SHARDKIT;
    }

    @Override
    public void close() {
        opened.close();
    }
}
