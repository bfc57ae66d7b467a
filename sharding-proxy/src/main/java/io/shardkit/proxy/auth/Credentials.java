package io.shardkit.proxy.auth;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/** The stored form of a password: hashes of its hash, which do not suffice to log in. Immutable. */
public final class Credentials {
    private static final String NATIVE = "{native}*";
    private static final String SHA2 = "{caching-sha2}";

    private final Map<AuthPlugin, byte[]> stored;
    private final boolean empty;

    private Credentials(Map<AuthPlugin, byte[]> stored, boolean empty) {
        this.stored = stored;
        this.empty = empty;
    }

    /**
     * Reads what a configuration has for a password: the password itself, or hashes of its hash, separated by commas:
     * {@code {native}*} with 40 digits, as in MySQL's table of users, and {@code {caching-sha2}} with 64.
     *
     * @throws IllegalArgumentException if it begins as a hash and is none; the message says what is right
     */
    public static Credentials of(String written) {
        Map<AuthPlugin, byte[]> stored = new EnumMap<>(AuthPlugin.class);
        if (!written.startsWith("{")) {
            byte[] password = written.getBytes(StandardCharsets.UTF_8);
            for (AuthPlugin each : AuthPlugin.values()) {
                stored.put(each, each.store(password));
            }
            return new Credentials(stored, written.isEmpty());
        }
        for (String part : written.split(",", -1)) {
            String hash = part.strip();
            boolean sha1 = hash.startsWith(NATIVE);
            if (!sha1 && !hash.startsWith(SHA2)) {
                throw new IllegalArgumentException("a hash begins with " + NATIVE + " or " + SHA2);
            }
            AuthPlugin plugin = sha1 ? AuthPlugin.NATIVE : AuthPlugin.CACHING_SHA2;
            stored.put(plugin, digits(hash.substring((sha1 ? NATIVE : SHA2).length()), plugin));
        }
        return new Credentials(stored, false);
    }

    private static byte[] digits(String hex, AuthPlugin plugin) {
        int wanted = plugin.length() * 2;
        if (hex.length() != wanted) {
            throw new IllegalArgumentException("a hash for " + plugin.plugin() + " has " + wanted + " hex digits");
        }
        return HexFormat.of().parseHex(hex);
    }

    /** Returns true if a client may use a plugin. */
    public boolean supports(AuthPlugin plugin) {
        return stored.containsKey(plugin);
    }

    /** The plugin that a client is asked for that came with another one. */
    public AuthPlugin preferred() {
        return supports(AuthPlugin.CACHING_SHA2) ? AuthPlugin.CACHING_SHA2 : AuthPlugin.NATIVE;
    }

    /** Returns true if a client's answer to a nonce is right. */
    public boolean verify(AuthPlugin plugin, byte[] nonce, byte[] answer) {
        if (empty) {
            return answer.length == 0;
        }
        byte[] hash = stored.get(plugin);
        return hash != null && plugin.verify(hash, nonce, answer);
    }

    /** Without what is stored. */
    @Override
    public String toString() {
        return "Credentials" + stored.keySet();
    }
}
