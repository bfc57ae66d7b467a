package io.shardkit.lab.workload;

import io.shardkit.lab.report.ShardLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many operations were about the rows of each server, by subject. Thread-safe. */
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
     * @param rows what each server holds
     */
    List<ShardLoad> of(String subject, long[] rows) {
        LongAdder[] adders = bySubject.get(subject);
        List<ShardLoad> loads = new ArrayList<>();
        if (adders == null) {
            return loads;
        }
        long all = 0;
        for (LongAdder adder : adders) {
            all += adder.sum();
        }
        for (int server = 0; server < adders.length; server++) {
            long own = adders[server].sum();
            double skew = all == 0 ? 1 : own * (double) adders.length / all;
            loads.add(new ShardLoad(subject, Pools.name(server), own, rows[server], skew));
        }
        return loads;
    }
}
