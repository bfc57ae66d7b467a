package io.shardkit.proxy.auth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a client shows that it knows a password. In both ways the server needs no more than a hash of the
 * password's hash.
 */
public enum AuthPlugin {
    NATIVE("mysql_native_password", "SHA-1", 20) {
        @Override
        byte[] mask(byte[] nonce, byte[] stored) {
            return digest(nonce, stored);
        }
    },
    CACHING_SHA2("caching_sha2_password", "SHA-256", 32) {
        @Override
        byte[] mask(byte[] nonce, byte[] stored) {
            return digest(stored, nonce);
        }
    };

    private final String plugin;
    private final String algorithm;
    private final int length;

    AuthPlugin(String plugin, String algorithm, int length) {
        this.plugin = plugin;
        this.algorithm = algorithm;
        this.length = length;
    }

    /** Its name in the protocol. */
    public String plugin() {
        return plugin;
    }

    /** Returns the number of bytes of a hash. */
    int length() {
        return length;
    }

    /** Returns the plugin of a name, or null if the name is not known. */
    public static @Nullable AuthPlugin of(String name) {
        for (AuthPlugin each : values()) {
            if (each.plugin.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the mask that the client lays over the hash of its password. */
    abstract byte[] mask(byte[] nonce, byte[] stored);

    /** The hash of the hash of a password. */
    byte[] store(byte[] password) {
        return digest(digest(password));
    }

    /** Returns true if an answer is that of a client that knows the password. */
    boolean verify(byte[] stored, byte[] nonce, byte[] answer) {
        if (answer.length != length) {
            return false;
        }
        byte[] hash = mask(nonce, stored);
        for (int i = 0; i < length; i++) {
            hash[i] ^= answer[i];
        }
        return MessageDigest.isEqual(digest(hash), stored);
    }

    final byte[] digest(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
