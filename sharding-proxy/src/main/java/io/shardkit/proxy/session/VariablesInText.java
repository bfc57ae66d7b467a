package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts values into statements that ask for variables of the session which the databases know nothing of. */
final class VariablesInText {
    /** Makes of a number one of the width that the server tells for variables. */
    private static final String WIDE = "IF(TRUE, %s, 10000000000)";

    private static final List<String> PARTS =
            List.of("character_set_", "collation_connection", "autocommit", "sql_mode");

    /** Says what variables are worth. */
    @FunctionalInterface
    interface Values {
        /** The value as a literal, or null for a variable that the databases are asked for. */
        @Nullable String literal(String variable) throws SQLException, RefusedException;
    }

    private VariablesInText() {}

    /** Returns true if the SQL may ask for a character variable. */
    static boolean mayBeIn(String sql) {
        if (sql.indexOf("@@") < 0) {
            return false;
        }
        String small = sql.toLowerCase(Locale.ROOT);
        return PARTS.stream().anyMatch(small::contains);
    }

    /** The text with the values in it. */
    static String put(String sql, Values values) throws SQLException, RefusedException {
        Words words = new Words(sql);
        boolean sets = words.is(0, "SET");
        StringBuilder told = new StringBuilder();
        int written = 0;
        for (int i = 0; i < words.size(); i++) {
            int name = nameAt(words, i);
            boolean asked = name > 0 && !(sets && isAssigned(words, i, name));
            String literal = asked ? values.literal(words.name(name)) : null;
            if (literal != null) {
                boolean number = literal.equals("0") || literal.equals("1");
                String form = sets ? "%s" : number ? WIDE : "CONVERT(%s USING utf8mb3)";
                told.append(sql, written, words.start(i)).append(String.format(Locale.ROOT, form, literal));
                if (isItem(words, i, name)) {
                    told.append(" AS `")
                            .append(words.text(i, name + 1).replace("`", "``"))
                            .append('`');
                }
                written = words.end(name);
                i = name;
            }
        }
        return written == 0 ? sql : told.append(sql, written, sql.length()).toString();
    }

    /** Returns the position of the name of a session variable that begins at a token; 0 if none does. */
    private static int nameAt(Words words, int i) {
        if (!words.are(i, "@", "@")) {
            return 0;
        }
        boolean scoped = (words.is(i + 2, "SESSION") || words.is(i + 2, "LOCAL")) && words.is(i + 3, ".");
        return scoped ? i + 4 : i + 2;
    }

    private static boolean isAssigned(Words words, int i, int name) {
        return (i == 1 || words.is(i - 1, ",")) && (words.is(name + 1, "=") || words.is(name + 1, ":"));
    }

    /** Returns true if the variable is the whole select item of a query, without an alias. */
    private static boolean isItem(Words words, int i, int name) {
        boolean begins = words.is(i - 1, "SELECT") || words.is(i - 1, ",");
        boolean ends = name + 1 == words.size()
                || List.of(",", ";", "FROM", "LIMIT", "INTO").stream().anyMatch(each -> words.is(name + 1, each));
        return begins && ends;
    }
}
