package io.shardkit.execute;

import java.util.Locale;

/** Patterns of names as metadata methods take them: {@code %} for any text, {@code _} for one letter. */
public final class NamePattern {
    private NamePattern() {}

    /** Whether a name fits, without regard to case; a backslash takes the next character as it is. */
    public static boolean matches(String pattern, String name) {
        return matches(pattern.toLowerCase(Locale.ROOT), 0, name.toLowerCase(Locale.ROOT), 0);
    }

    private static boolean matches(String pattern, int p, String name, int n) {
        if (p == pattern.length()) {
            return n == name.length();
        }
        char c = pattern.charAt(p);
        if (c == '%') {
            for (int i = n; i <= name.length(); i++) {
                if (matches(pattern, p + 1, name, i)) {
                    return true;
                }
            }
            return false;
        }
        if (n == name.length()) {
            return false;
        }
        if (c == '\\' && p + 1 < pattern.length()) {
            return pattern.charAt(p + 1) == name.charAt(n) && matches(pattern, p + 2, name, n + 1);
        }
        return (c == '_' || c == name.charAt(n)) && matches(pattern, p + 1, name, n + 1);
    }
}
