package io.shardkit.proxy.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sessions that rest, with clients of a word each. */
final class ParkingTest {
    private static final int ROUNDS = 4_000;
    private static final int MOST_NANOS_APART = 60_000;

    /** A client and its session, which has a thread again when the semaphore has a permit. */
    private record Pair(SocketChannel client, SocketChannel channel, Semaphore awake) implements Resting {
        static Pair of(ServerSocketChannel listening) throws IOException {
            SocketChannel client = SocketChannel.open(listening.getLocalAddress());
            return new Pair(client, listening.accept(), new Semaphore(0));
        }

        void say() throws IOException {
            client.write(ByteBuffer.allocate(1));
        }

        boolean isHeard() throws IOException, InterruptedException {
            return awake.tryAcquire(10, TimeUnit.SECONDS) && channel.read(ByteBuffer.allocate(1)) == 1;
        }

        @Override
        public boolean wake() {
            return true;
        }

        @Override
        public void run() {
            awake.release();
        }

        @Override
        public String threadName() {
            return "";
        }

        @Override
        public void fail() {
            close();
        }

        @Override
        public void close() {
            try {
                client.close();
                channel.close();
            } catch (IOException gone) {
                throw new IllegalStateException(gone);
            }
        }
    }

    /** One comes to rest just as another is heard: whichever way these meet, its client is heard too. */
    @Test
    void whoComesWhileAnotherIsHeardIsHeardToo() throws Exception {
        Parking parking = new Parking(Resting::run);
        Thread thread = new Thread(parking, "parking");
        thread.start();
        try (ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            Pair first = Pair.of(listening);
            Pair second = Pair.of(listening);
            for (int round = 0; round < ROUNDS; round++) {
                parking.park(first);
                first.say();
                long until = System.nanoTime() + (long) round * MOST_NANOS_APART / ROUNDS;
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                parking.park(second);
                second.say();
                assertThat(second.isHeard()).as("round %d", round).isTrue();
                assertThat(first.isHeard()).as("round %d", round).isTrue();
            }
            first.close();
            second.close();
        } finally {
            parking.close();
        }
        thread.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(thread.isAlive()).isFalse();
    }
}
