package io.shardkit.proxy.session;

import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.backend.ServerError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The sessions that there are, and how many there may be. Thread-safe. */
public final class Sessions {
    private static final int WITH_THREADS = 256;

    private final Map<Long, ClientSession> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> byUser = new HashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final long start = System.nanoTime();
    private final int most;
    private final Parking parking;

    /**
     * None yet.
     *
     * @param most how many there may be at a time
     * @param parking for those that need no thread
     */
    public Sessions(int most, Parking parking) {
        this.most = most;
        this.parking = parking;
    }

    Parking parking() {
        return parking;
    }

    /** Whether there are so many that not each can have a thread while it does nothing. */
    boolean areMany() {
        return open.size() > WITH_THREADS;
    }

    /** A number that no session of this server had. */
    public long nextId() {
        return lastId.incrementAndGet();
    }

    /** Must be told of each session before it runs. */
    public void opened(ClientSession session) {
        open.put(session.id(), session);
    }

    /** Must be told of a session that was opened and cannot run. */
    public void forget(ClientSession session) {
        open.remove(session.id());
    }

    void ended(ClientSession session, @Nullable String user) {
        open.remove(session.id());
        leave(user);
    }

    /** How many there are. */
    public int count() {
        return open.size();
    }

    /** Ends those whose clients have said nothing for that time. */
    public void endSilent(Duration time) {
        open.values().forEach(session -> session.endIfSilent(time));
    }

    /** All of them. */
    public Collection<ClientSession> all() {
        return List.copyOf(open.values());
    }

    @Nullable ClientSession byId(long id) {
        ClientSession found = open.get(id);
        return found == null || found.isClosed() ? null : found;
    }

    /** Why another client cannot come in, or null if it can. */
    @Nullable ServerError refusal() {
        return open.size() > most ? ServerError.TOO_MANY_CONNECTIONS : null;
    }

    /**
     * Counts a user's session.
     *
     * @param before the user that the session was counted for until now
     */
    synchronized void admit(Account account, @Nullable String before) throws RefusedException {
        int count = byUser.getOrDefault(account.name(), 0);
        boolean same = account.name().equals(before);
        if (!same && account.maxConnections() > 0 && count >= account.maxConnections()) {
            throw new RefusedException(new ServerError(
                    1226,
                    "42000",
                    "User '" + account.name() + "' has exceeded the 'max_user_connections' resource (current value: "
                            + account.maxConnections() + ")"));
        }
        if (!same) {
            leave(before);
            byUser.merge(account.name(), 1, Integer::sum);
        }
    }

    private synchronized void leave(@Nullable String user) {
        if (user != null) {
            byUser.computeIfPresent(user, (name, count) -> count > 1 ? count - 1 : null);
        }
    }

    String statistics() {
        return "Uptime: " + (System.nanoTime() - start) / 1_000_000_000L + "  Threads: " + open.size();
    }

    List<List<@Nullable String>> processes(String user, boolean full) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        open.values().stream()
                .filter(session -> user.equals(session.user()))
                .sorted(Comparator.comparingLong(ClientSession::id))
                .forEach(session -> rows.add(session.process(full)));
        return rows;
    }
}
