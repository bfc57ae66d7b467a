package io.shardkit.loadtest;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.OpenLoop;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.StatementCount;
import io.shardkit.lab.load.Workers;
import java.util.Random;

/**
 * The conditions of both measurements: the settings, the threads of the loads, the order of the turns, the statements
 * that servers get, and the place for the findings.
 */
record Conditions(
        TurnSettings settings,
        Workers workers,
        Random random,
        StatementCount statements,
        Progress progress,
        Findings findings) {

    /** Threads each of which asks again when it has its answer. */
    Load closed(int threads) {
        return statements.around(new ClosedLoop(threads, workers));
    }

    /** The same for turns in which the databases are scarce: they count from when requests queue. */
    Load queueing(int threads) {
        return statements.around(new ClosedLoop(threads, settings.gainTurn().dividedBy(2), workers));
    }

    /** Requests at an even rate. */
    Load open(double perSecond, int mostAtOnce) {
        return statements.around(new OpenLoop(perSecond, mostAtOnce, workers));
    }
}
