package io.shardkit.execute.driver;

import org.jspecify.annotations.Nullable;

/**
 * What a thread does before it waits for a database's answer: it sends the next request, to another database. So one
 * thread has several databases work at the same time, by drivers that know nothing of it. It needs sockets that call
 * {@link #beforeWaiting} before they wait; with others nothing is done meanwhile, but after each other.
 */
public final class Meanwhile {
    private static final ThreadLocal<@Nullable Runnable> NEXT = new ThreadLocal<>();

    private Meanwhile() {}

    /**
     * Makes a call, and the next one while the answer is waited for; if nothing was waited for, or it was not told, the
     * next one is made afterwards. It is made in any case.
     *
     * @param call must not throw
     * @param next must not throw, as a driver's reading is under way, and must not touch the connection of the call
     */
    public static void call(Runnable call, Runnable next) {
        NEXT.set(next);
        call.run();
        beforeWaiting();
    }

    /** To be called by a thread that is about to wait for a database, when everything has been sent. */
    public static void beforeWaiting() {
        Runnable next = NEXT.get();
        if (next != null) {
            NEXT.remove();
            next.run();
        }
    }
}
