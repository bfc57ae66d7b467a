package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;

/** Tells statements that mean the same whatever database is chosen, or that need none to be chosen. */
final class NamesNoTable {
    private NamesNoTable() {}

    static boolean test(ClientText text) {
        Words words = new Words(text.sql());
        return switch (text.first()) {
            case "SELECT" -> text.asksCatalog() || namesNone(words);
            case "SET", "FLUSH", "UNLOCK", "BEGIN", "START", "COMMIT", "ROLLBACK", "DO" -> true;
            case "SHOW" ->
                text.asksCatalog()
                        || words.is(words.is(1, "SESSION") || words.is(1, "GLOBAL") ? 2 : 1, "VARIABLES")
                        || words.is(words.is(1, "SESSION") || words.is(1, "GLOBAL") ? 2 : 1, "STATUS")
                        || words.is(1, "ENGINES")
                        || words.is(1, "PLUGINS")
                        || words.is(1, "COLLATION")
                        || words.is(1, "CHARSET")
                        || words.are(1, "CHARACTER", "SET");
            default -> false;
        };
    }

    private static boolean namesNone(Words words) {
        for (int i = 0; i < words.size(); i++) {
            if (words.is(i, "JOIN") || (words.is(i, "FROM") && !words.is(i + 1, "DUAL") && !isOfServer(words, i + 1))) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if one table follows, of a schema of the server itself. */
    private static boolean isOfServer(Words words, int index) {
        boolean ofServer = words.is(index, "PERFORMANCE_SCHEMA") || words.is(index, "MYSQL") || words.is(index, "SYS");
        return ofServer && words.is(index + 1, ".") && !words.is(index + 3, ",");
    }
}
