package io.shardkit.execute;

import java.util.Locale;

/** Patterns of names as metadata methods take them: {@code %} for any text, {@code _} for one letter. */
public final class NamePattern {
    private NamePattern() {}

    /** Returns true if a name fits, without regard to case; a backslash takes the next character as it is. */
    public static boolean matches(String pattern, String name) {
        return fits(pattern.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    /** If the rest does not fit, the last {@code %} takes a character more; those before it have what they need. */
    private static boolean fits(String pattern, String name) {
        int p = 0;
        int n = 0;
        int afterAny = -1;
        int taken = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '%') {
                afterAny = ++p;
                taken = n;
            } else if (p < pattern.length() && fits(pattern, p, name.charAt(n))) {
                p += isEscape(pattern, p) ? 2 : 1;
                n++;
            } else if (afterAny >= 0) {
                p = afterAny;
                n = ++taken;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }

    private static boolean fits(String pattern, int p, char c) {
        return isEscape(pattern, p) ? pattern.charAt(p + 1) == c : pattern.charAt(p) == '_' || pattern.charAt(p) == c;
    }

    private static boolean isEscape(String pattern, int p) {
        return pattern.charAt(p) == '\\' && p + 1 < pattern.length();
    }
}
