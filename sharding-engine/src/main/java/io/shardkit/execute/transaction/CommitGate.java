package io.shardkit.execute.transaction;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Lets commits over several databases through, or holds those that have not begun, so that a moment comes at which none is
 * half done. One who holds it and is not heard of any more holds it for a time only. It knows the commits of this process
 * only. Thread-safe.
 */
public final class CommitGate {
    private int inside;
    private boolean held;
    private long until;

    /** Begins a commit, after a wait if the gate is held; ended by {@link #leave()}. An interrupt is kept for later. */
    public synchronized void enter() {
        boolean interrupted = false;
        while (isHeld()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        inside++;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a commit, whatever became of it. */
    public synchronized void leave() {
        inside--;
    }

    /**
     * Holds commits that begin from now on. Does nothing if it holds them already, or has held them for the longest time and
     * was not released since.
     *
     * @param longest the time after which they go on in any case
     */
    public synchronized void hold(Duration longest) {
        if (!held) {
            held = true;
            until = System.nanoTime() + longest.toNanos();
        }
    }

    /** Returns true while commits are held and none is under way. */
    public synchronized boolean isStill() {
        return isHeld() && inside == 0;
    }

    /** Lets commits go on; does nothing if none are held. */
    public synchronized void release() {
        held = false;
        notifyAll();
    }

    private boolean isHeld() {
        return held && until - System.nanoTime() > 0;
    }
}
