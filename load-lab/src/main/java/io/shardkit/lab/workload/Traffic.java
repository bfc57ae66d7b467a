package io.shardkit.lab.workload;

import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Pools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The number of operations about the rows of each server, by subject. Thread-safe. */
final class Traffic {
    private final Map<String, LongAdder[]> bySubject = new ConcurrentHashMap<>();

    /** Counts one. */
    void count(String subject, int servers, int server) {
        LongAdder[] adders = bySubject.computeIfAbsent(subject, name -> {
            LongAdder[] all = new LongAdder[servers];
            for (int each = 0; each < servers; each++) {
                all[each] = new LongAdder();
            }
            return all;
        });
        adders[server].increment();
    }

    /**
     * Of one subject.
     *
     * @param statements what each server got, by subject; without those of whom it can't be told
     * @param rows what each server holds
     */
    List<ShardLoad> of(String subject, Map<String, long[]> statements, long[] rows) {
        LongAdder[] adders = bySubject.get(subject);
        List<ShardLoad> loads = new ArrayList<>();
        if (adders == null) {
            return loads;
        }
        long[] operations = Arrays.stream(adders).mapToLong(LongAdder::sum).toArray();
        long[] got = statements.get(subject);
        long[] load = got == null ? operations : got;
        long all = Arrays.stream(load).sum();
        for (int server = 0; server < adders.length; server++) {
            double skew = all == 0 ? 1 : load[server] * (double) adders.length / all;
            loads.add(new ShardLoad(
                    subject,
                    Pools.name(server),
                    operations[server],
                    got == null ? -1 : got[server],
                    rows[server],
                    skew));
        }
        return loads;
    }
}
