package io.shardkit.keygen;

import java.security.SecureRandom;

/** Generates random strings of a given length and alphabet, as Nano ID does. Thread-safe. */
final class NanoidKeyGenerator implements KeyGenerator {
    static final String ALPHABET = "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static final int LENGTH = 21;

    private final SecureRandom random = new SecureRandom();
    private final String alphabet;
    private final int length;

    NanoidKeyGenerator(String alphabet, int length) {
        this.alphabet = alphabet;
        this.length = length;
    }

    /** Returns the number of random bits in a key. */
    static double bits(String alphabet, int length) {
        return length * Math.log(alphabet.length()) / Math.log(2);
    }

    @Override
    public Object nextKey() {
        char[] key = new char[length];
        int mask = Integer.highestOneBit(Math.max(1, alphabet.length() - 1)) * 2 - 1;
        byte[] bytes = new byte[length + length / 2];
        int filled = 0;
        while (filled < length) {
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length && filled < length; i++) {
                // A number beyond the alphabet is drawn again: a remainder would favour the first characters.
                int drawn = bytes[i] & mask;
                if (drawn < alphabet.length()) {
                    key[filled++] = alphabet.charAt(drawn);
                }
            }
        }
        return new String(key);
    }
}
