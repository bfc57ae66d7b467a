package io.shardkit.proxy.session;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions whose clients have said nothing for a while, so that they need no thread: one thread here looks after all of
 * them. Thread-safe.
 */
public final class Parking implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parking.class);

    private final Selector selector;
    private final Queue<Resting> arriving = new ConcurrentLinkedQueue<>();
    private final Consumer<Resting> resume;

    /** @param resume gives a session a thread again, whose client has said something or has gone */
    public Parking(Consumer<Resting> resume) throws IOException {
        this.selector = Selector.open();
        this.resume = resume;
    }

    /** Takes a session that has no thread any longer. */
    void park(Resting session) {
        arriving.add(session);
        selector.wakeup();
    }

    @Override
    public void run() {
        while (selector.isOpen()) {
            try {
                if (arriving.isEmpty()) {
                    selector.select();
                } else {
                    // A look in between may have used up the wake-up that was meant for them.
                    selector.selectNow();
                }
                if (selector.isOpen()) {
                    register();
                    resumeReady();
                }
            } catch (ClosedSelectorException ended) {
                return;
            } catch (IOException | RuntimeException failure) {
                LOG.error("Sessions that rest are not looked after as they should be", failure);
            }
        }
    }

    private void register() throws IOException {
        for (Resting session = arriving.poll(); session != null; session = arriving.poll()) {
            try {
                session.channel().configureBlocking(false);
                session.channel().register(selector, SelectionKey.OP_READ, session);
            } catch (ClosedChannelException ended) {
                LOG.trace("A session ended before it rested", ended);
            }
        }
    }

    private void resumeReady() throws IOException {
        do {
            List<Resting> ready = new ArrayList<>();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof Resting session) {
                    ready.add(session);
                }
                key.cancel();
            }
            selector.selectedKeys().clear();
            // Only this forgets the keys, and a channel that has one cannot be read by a thread.
            selector.selectNow();
            ready.forEach(this::resume);
        } while (!selector.selectedKeys().isEmpty());
    }

    private void resume(Resting session) {
        try {
            session.channel().configureBlocking(true);
            if (session.wake()) {
                resume.accept(session);
            }
        } catch (IOException ended) {
            session.close();
        }
    }

    /** Looks after none any longer; the sessions are not ended by it. */
    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException failure) {
            LOG.warn("A selector was not closed", failure);
        }
    }
}
