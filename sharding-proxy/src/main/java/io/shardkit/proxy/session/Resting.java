package io.shardkit.proxy.session;

import java.nio.channels.SocketChannel;

/** A session whose client says nothing, so that it has no thread; one that runs it goes on with it. */
public interface Resting extends Runnable {
    /** Returns the channel on which the client's next packet arrives. */
    SocketChannel channel();

    /** Must be called before it gets a thread; false if it has ended meanwhile. */
    boolean wake();

    /** The name of a thread that runs it. */
    String threadName();

    /** Ends it, where it was woken and no thread can be started for it. */
    void fail();

    /** Ends it, whatever it does. */
    void close();
}
