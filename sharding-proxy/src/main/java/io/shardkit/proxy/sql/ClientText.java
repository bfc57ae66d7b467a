package io.shardkit.proxy.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A statement as a client sent it, and what the server has to know of it. Immutable.
 *
 * @param sql the text
 * @param first its first word in capitals, or nothing
 * @param keeps whether it may leave something on a database's connection that no other one has: a temporary table, a
 *     lock by name, a variable
 * @param asksLastKey whether it asks for the key that was generated last
 * @param asksLastRows whether it asks how many rows the last statement met
 * @param loadsLocal whether it would read a file of the client
 * @param asksDatabase whether it may ask for the name of the chosen database
 * @param asksCatalog whether it may read the information schema
 */
public record ClientText(
        String sql,
        String first,
        boolean keeps,
        boolean asksLastKey,
        boolean asksLastRows,
        boolean loadsLocal,
        boolean asksDatabase,
        boolean asksCatalog) {
    private static final String CATALOG = "information_schema";

    /** The first words of statements that change tables only, unless they have a word that leaves session state. */
    private static final Set<String> PLAIN = Set.of(
            """
            SELECT INSERT UPDATE DELETE REPLACE WITH VALUES TABLE BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE
            SET SHOW DESCRIBE DESC EXPLAIN CREATE ALTER DROP TRUNCATE RENAME ANALYZE OPTIMIZE CHECK GRANT REVOKE
            KILL USE DO LOAD ("""
                    .split("\\s+"));

    /** The objects that may hold statements, each with its own semicolon. */
    private static final Set<String> COMPOUND = Set.of("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE");

    /**
     * Returns true if the statement may have several answers. Statements that begin with {@code SELECT}, {@code INSERT}
     * and so on need not be asked for more.
     */
    public boolean mayHaveSeveralAnswers() {
        return !PLAIN.contains(first);
    }

    /** Returns true if the statement may generate a key. */
    public boolean mayMakeKeys() {
        return first.equals("INSERT") || first.equals("REPLACE") || (first.equals("UPDATE") && asksLastKey);
    }

    /** Returns true if the statement may change the columns of tables. */
    public boolean changesTables() {
        return switch (first) {
            case "CREATE", "ALTER", "DROP", "RENAME" -> true;
            default -> false;
        };
    }

    /** Reads one statement. */
    public static ClientText of(String sql) {
        List<ClientText> read = read(sql, false);
        return read.isEmpty() ? new ClientText(sql, "", false, false, false, false, false, false) : read.get(0);
    }

    /** Reads the statements of a text; none where nothing but blanks is in it. */
    public static List<ClientText> split(String sql) {
        return read(sql, true);
    }

    private static List<ClientText> read(String sql, boolean splits) {
        List<ClientText> found = new ArrayList<>(1);
        Scanner scanner = new Scanner(sql);
        Reading reading = new Reading();
        while (true) {
            Scanner.Kind kind = scanner.next();
            boolean ends = kind == Scanner.Kind.END;
            boolean separates = scanner.is(';') && splits && !reading.compound;
            if (ends || separates) {
                if (reading.tokens > 0) {
                    String text = found.isEmpty() && ends ? sql : sql.substring(reading.start, scanner.start());
                    found.add(reading.text(text));
                }
                if (ends) {
                    return found;
                }
                reading = new Reading();
            } else {
                reading.take(sql, scanner, kind);
            }
        }
    }

    /** The state of reading a statement. */
    private static final class Reading {
        private int start;
        private int tokens;
        private String first = "";
        private boolean compound;
        private boolean keeps;
        private boolean asksLastKey;
        private boolean asksLastRows;
        private boolean load;
        private boolean local;
        private boolean infile;
        private int ats;
        private boolean variable;
        private boolean assigns;
        private boolean last;
        private boolean database;
        private boolean catalog;

        void take(String sql, Scanner scanner, Scanner.Kind kind) {
            if (tokens == 0) {
                start = scanner.start();
                first = scanner.upper();
            }
            tokens++;
            if (kind == Scanner.Kind.SYMBOL) {
                char c = sql.charAt(scanner.start());
                assigns |= c == ':' || c == '=';
                ats = c == '@' ? ats + 1 : 0;
                return;
            }
            variable |= ats == 1;
            boolean system = ats == 2;
            ats = 0;
            if (kind == Scanner.Kind.WORD) {
                word(sql, scanner, system);
            } else if (kind == Scanner.Kind.NAME) {
                catalog |= sql.regionMatches(true, scanner.start() + 1, CATALOG, 0, CATALOG.length());
            }
        }

        /** Only words of some lengths that begin with some letters are looked at, as every statement comes by. */
        private void word(String sql, Scanner scanner, boolean system) {
            int length = scanner.end() - scanner.start();
            if (length < 4 || length > 19 || "LTGFRIPESND".indexOf(sql.charAt(scanner.start()) & ~0x20) < 0) {
                return;
            }
            String word = scanner.upper();
            if (tokens <= 8 && COMPOUND.contains(word) && first.equals("CREATE")) {
                compound = true;
            }
            switch (word) {
                case "TEMPORARY" -> keeps |= tokens <= 4;
                case "GET_LOCK",
                        "RELEASE_LOCK",
                        "RELEASE_ALL_LOCKS",
                        "SQL_CALC_FOUND_ROWS",
                        "NEXTVAL",
                        "LASTVAL",
                        "SETVAL" -> keeps = true;
                case "NEXT" -> last = true;
                case "LAST_INSERT_ID" -> asksLastKey = true;
                case "IDENTITY" -> asksLastKey |= system;
                case "ROW_COUNT", "FOUND_ROWS" -> asksLastRows = true;
                case "LOAD" -> load = true;
                case "LOCAL" -> local = true;
                case "INFILE" -> infile = true;
                case "INTO" -> assigns = true;
                case "DATABASE", "SCHEMA" -> database = true;
                case "INFORMATION_SCHEMA" -> catalog = true;
                default -> {
                    // Other words say nothing here.
                }
            }
        }

        ClientText text(String sql) {
            boolean sets = first.equals("SET");
            boolean leaves = keeps || last || (variable && assigns && !sets) || !PLAIN.contains(first);
            boolean file = (load && local && infile)
                    || (first.equals("LOAD") && sql.toUpperCase(Locale.ROOT).contains("LOCAL"));
            return new ClientText(sql, first, leaves, asksLastKey, asksLastRows, file, database, catalog);
        }
    }
}
