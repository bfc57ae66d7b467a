package io.shardkit.lab.gate;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A gated JDBC URL: {@code jdbc:gate:places=4,micros=5000:} and the URL of the database. All URLs of one server share a
 * gate: the server is what stands between {@code //} and the next slash, of other URLs all of it, or what
 * {@code ,server=name} says where several databases of one server are to count as servers.
 *
 * @param places how many statements at once
 * @param micros how long each takes at least, in microseconds
 * @param server whose gate it is
 * @param url that of the database
 */
record GateSetting(int places, long micros, String server, String url) {
    static final String PREFIX = "jdbc:gate:";

    private static final Pattern URL =
            Pattern.compile("jdbc:gate:places=(\\d+),micros=(\\d+)(?:,server=([^:,]+))?:(jdbc:.+)");
    private static final Pattern SERVER = Pattern.compile("jdbc:[^/]*//([^/;?]+).*");

    private static final Map<String, Shared> GATES = new ConcurrentHashMap<>();

    private record Shared(int places, long micros, Gate gate) {}

    /** Reads a URL, or null if it is none with a gate. */
    static @Nullable GateSetting read(String url) {
        if (!url.startsWith(PREFIX)) {
            return null;
        }
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "not of the form jdbc:gate:places=4,micros=5000:jdbc:mariadb://host/database");
        }
        String inner = matcher.group(4);
        String named = matcher.group(3);
        return new GateSetting(
                Integer.parseInt(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                named == null ? serverOf(inner) : named,
                inner);
    }

    private static String serverOf(String url) {
        Matcher matcher = SERVER.matcher(url);
        return (matcher.matches() ? matcher.group(1) : url).toLowerCase(Locale.ROOT);
    }

    /**
     * The gate of the server, one for all of this JVM.
     *
     * @throws IllegalArgumentException if the server has a gate of another size
     */
    Gate gate() {
        Shared shared = GATES.computeIfAbsent(server, name -> new Shared(places, micros, new Gate(places, micros)));
        if (shared.places != places || shared.micros != micros) {
            throw new IllegalArgumentException("the gate of " + server + " has " + shared.gate);
        }
        return shared.gate;
    }
}
