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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The sessions that there are, and how many there may be. Thread-safe. */
public final class Sessions {
    private static final int WITH_THREADS = 256;

    /** The age from which on the oldest login may be expelled for a new one: far longer than a login takes. */
    private static final Duration UNTOUCHED = Duration.ofMillis(500);

    private final Map<Long, ClientSession> open = new ConcurrentHashMap<>();
    /** The sessions that are logging in, the oldest first. */
    private final ConcurrentSkipListMap<Long, ClientSession> loggingIn = new ConcurrentSkipListMap<>();

    private final Map<String, Integer> byUser = new HashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final long start = System.nanoTime();
    private final Settings settings;
    private final Parking parking;
    private int loggedIn;

    /**
     * None yet.
     *
     * @param parking for those that need no thread
     */
    public Sessions(Settings settings, Parking parking) {
        this.settings = settings;
        this.parking = parking;
    }

    Parking parking() {
        return parking;
    }

    /** Returns true if there are too many sessions for each to have a thread while it does nothing. */
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
        loggingIn.put(session.id(), session);
    }

    /**
     * Makes sure that another client may begin to log in: where there are too many logins, the one that has taken longest
     * is ended, unless it began a moment ago.
     *
     * @return whether there is a place; else it has to be asked again
     */
    public boolean hasPlaceForLogin() {
        while (loggingIn.size() >= settings.maxLogins()) {
            Map.Entry<Long, ClientSession> oldest = loggingIn.firstEntry();
            if (oldest == null || !oldest.getValue().isOlderThan(UNTOUCHED)) {
                return false;
            }
            expel(oldest.getValue(), ServerError.TOO_MANY_CONNECTIONS);
        }
        return true;
    }

    private void expel(ClientSession session, ServerError reason) {
        if (loggingIn.remove(session.id()) != null) {
            session.expel(reason);
        }
    }

    /** Must be told of a session that was opened and cannot run. */
    public void forget(ClientSession session) {
        loggingIn.remove(session.id());
        open.remove(session.id());
    }

    void ended(ClientSession session, @Nullable String user) {
        forget(session);
        left(user);
    }

    private synchronized void left(@Nullable String user) {
        if (user != null) {
            loggedIn--;
            leave(user);
        }
    }

    /** Returns the number of sessions. */
    public int count() {
        return open.size();
    }

    /** Ends those whose clients have said nothing for too long, or take too long to log in. */
    public void endLate() {
        open.values().forEach(session -> session.endIfSilent(settings.idleTimeout()));
        for (ClientSession session : loggingIn.values()) {
            if (!session.isOlderThan(settings.loginTimeout())) {
                return;
            }
            expel(session, ServerError.LOGIN_TIMEOUT);
        }
    }

    /** Ends the logins that are under way, as the server stops. */
    public void endLogins() {
        loggingIn.values().forEach(session -> expel(session, ServerError.SHUTDOWN));
    }

    /** All of them. */
    public Collection<ClientSession> all() {
        return List.copyOf(open.values());
    }

    @Nullable ClientSession byId(long id) {
        ClientSession found = open.get(id);
        return found == null || found.isClosed() ? null : found;
    }

    /** Returns the reason why another client cannot come in, or null if it can. */
    synchronized @Nullable ServerError refusal() {
        return loggedIn >= settings.maxConnections() ? ServerError.TOO_MANY_CONNECTIONS : null;
    }

    /**
     * Counts a session that has logged in.
     *
     * @throws RefusedException if it took too long, or there are too many
     */
    synchronized void loggedIn(ClientSession session, Account account) throws RefusedException {
        ServerError refusal = refusal();
        if (refusal != null) {
            throw new RefusedException(refusal);
        }
        if (loggingIn.remove(session.id()) == null) {
            throw new RefusedException(session.reason());
        }
        admit(account, null);
        loggedIn++;
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

    private void leave(@Nullable String user) {
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
