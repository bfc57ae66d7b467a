package io.shardkit.sql.text;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Tables of names. */
public final class Words {
    private Words() {}

    /** The words of a text, each of which may stand there once only. */
    public static Set<String> of(String text) {
        return Set.of(text.trim().split("\\s+"));
    }

    /** The word with its letters of ASCII in upper case: no database takes others for letters of a keyword. */
    public static String upper(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!Characters.isAscii(word.charAt(i))) {
                return upperAscii(word);
            }
        }
        return word.toUpperCase(Locale.ROOT);
    }

    private static String upperAscii(String word) {
        StringBuilder upper = new StringBuilder(word);
        for (int i = 0; i < word.length(); i++) {
            upper.setCharAt(i, upper(word.charAt(i)));
        }
        return upper.toString();
    }

    private static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
    }

    /** Returns true if two names are the same, whatever their case. */
    public static boolean same(String name, String other) {
        return name.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    /** Returns true if one of some words, in upper case, stands anywhere in the SQL, also within a string or a comment. */
    public static boolean occur(String sql, Set<String> words) {
        int start = -1;
        for (int i = 0; i <= sql.length(); i++) {
            char c = i < sql.length() ? sql.charAt(i) : ' ';
            if (Characters.isNamePart(c) && c != '$') {
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                for (String word : words) {
                    if (word.length() == i - start && stands(sql, start, word)) {
                        return true;
                    }
                }
                start = -1;
            }
        }
        return false;
    }

    /**
     * Returns true if a keyword or symbol, in upper case, stands at an offset; at least as many characters must be there.
     */
    public static boolean stands(String sql, int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (upper(sql.charAt(at + i)) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @SafeVarargs
    public static Set<String> union(Set<String>... sets) {
        Set<String> all = new HashSet<>();
        for (Set<String> set : sets) {
            all.addAll(set);
        }
        return Set.copyOf(all);
    }
}
