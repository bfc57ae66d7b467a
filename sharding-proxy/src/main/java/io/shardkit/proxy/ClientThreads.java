package io.shardkit.proxy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A thread for each client: a virtual one where the JDK has such that wait for locks without a thread of the system, which
 * is from 24 on; else one of the system with a small stack.
 */
final class ClientThreads {
    private static final int FIRST_WITH_VIRTUAL = 24;
    /** Memory is taken as the stack grows. */
    private static final long STACK_BYTES = 512 * 1024;

    private static final @Nullable MethodHandle VIRTUAL = virtual();

    private ClientThreads() {}

    private static @Nullable MethodHandle virtual() {
        if (Runtime.version().feature() < FIRST_WITH_VIRTUAL) {
            return null;
        }
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    static void start(Runnable session, String name) {
        if (VIRTUAL == null) {
            Thread thread = new Thread(null, session, name, STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            return;
        }
        try {
            Thread started = (Thread) VIRTUAL.invoke(session);
            started.setName(name);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
