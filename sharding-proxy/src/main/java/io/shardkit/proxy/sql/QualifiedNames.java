package io.shardkit.proxy.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The names of a statement that are qualified with a schema. Where a name may be that of a table it is taken for one, but
 * in expressions, where {@code a.b} is the column of a table that is named elsewhere. Not thread-safe.
 */
public final class QualifiedNames {
    /** The kind of object that a name names. */
    public enum Kind {
        TABLE,
        ROUTINE,
        SCHEMA
    }

    /**
     * A name.
     *
     * @param schema by which it is qualified
     * @param name without the schema; nothing for a schema
     * @param reads whether it is only read, whatever the statement does
     * @param start where the SQL begins that names the schema, with FROM or IN where a SHOW has that; -1 if the schema is
     *     no place of something else
     * @param end where that SQL ends
     */
    public record Name(Kind kind, String schema, String name, boolean reads, int start, int end) {
        Name(Kind kind, String schema, String name, boolean reads) {
            this(kind, schema, name, reads, -1, -1);
        }
    }

    /** After these stand expressions, in which a table is named before its column only. */
    private static final Set<String> EXPRESSIONS =
            Set.of("SELECT WHERE HAVING BY LIMIT VALUES VALUE SET RETURNING WINDOW CASE WHEN WHILE UNTIL RETURN ELSEIF"
                    .split(" "));

    /** After these stand names of tables and of others that belong to schemas. Reserved words all. */
    private static final Set<String> TABLES =
            Set.of("INTO TABLE TO REFERENCES CALL DROP CREATE ALTER RENAME LOCK DESCRIBE PROCEDURE TRIGGER".split(" "));

    private static final Set<String> OPENING = Set.of(",", "(", "FROM", "JOIN", "STRAIGHT_JOIN", "UPDATE", "USING");
    private static final Set<String> OF_SEQUENCES = Set.of("NEXTVAL", "LASTVAL", "SETVAL");
    private static final Set<String> OF_SCHEMAS = Set.of("TABLES", "TABLE", "TRIGGERS", "EVENTS");
    private static final Set<String> OF_TABLES = Set.of("COLUMNS", "FIELDS", "INDEX", "INDEXES", "KEYS");

    private final String sql;
    private final String first;
    private final Scanner scanner;
    private final List<Name> found = new ArrayList<>();

    /** A name so far, its parts without quotes. */
    private final List<String> chain = new ArrayList<>();

    /** The beginnings of these parts. */
    private final List<Integer> starts = new ArrayList<>();

    private final Deque<Level> levels = new ArrayDeque<>();
    private boolean quoted;
    private boolean dotted;
    private boolean ofVariable;
    private boolean once;
    private boolean listsTables;
    private boolean selects;
    private String previous = "";

    /** The state between two parentheses. */
    private static final class Level {
        /** A name with a point in it is a table's. */
        boolean tables;

        /** A comma is followed by another table. */
        boolean inFrom;

        boolean joined;

        /** It is a statement, and no argument of a function. */
        boolean statement;

        Level(boolean tables) {
            this.tables = tables;
            this.inFrom = tables;
        }
    }

    private QualifiedNames(ClientText text) {
        this.sql = text.sql();
        this.first = text.first();
        this.scanner = new Scanner(sql);
    }

    /** Returns the names in a statement whose executable comments are opened. */
    public static List<Name> of(ClientText text) {
        QualifiedNames reading = new QualifiedNames(text);
        reading.read();
        reading.schemas();
        return reading.found;
    }

    private Level level() {
        return Objects.requireNonNull(levels.peek());
    }

    private boolean grants() {
        return first.equals("GRANT") || first.equals("REVOKE");
    }

    private void read() {
        begin();
        for (Scanner.Kind kind = scanner.next(); ; kind = scanner.next()) {
            char c = kind == Scanner.Kind.END ? ' ' : sql.charAt(scanner.start());
            boolean named = kind == Scanner.Kind.WORD
                    || kind == Scanner.Kind.NAME
                    || kind == Scanner.Kind.NUMBER
                    || (kind == Scanner.Kind.STRING && c == '"');
            if (scanner.is('.') && !chain.isEmpty() && !dotted) {
                dotted = true;
            } else if (dotted && (named || c == '*')) {
                part(kind);
                dotted = false;
            } else {
                end(c);
                if (kind == Scanner.Kind.END) {
                    return;
                }
                if (named) {
                    quoted = kind == Scanner.Kind.NAME || kind == Scanner.Kind.STRING;
                    ofVariable = previous.equals("@");
                    part(kind);
                } else {
                    symbol(kind == Scanner.Kind.STRING ? '\'' : c);
                }
            }
        }
    }

    private void begin() {
        levels.clear();
        Level level = new Level(true);
        level.inFrom = false;
        level.statement = first.equals("SHOW");
        levels.push(level);
    }

    private void part(Scanner.Kind kind) {
        String token = sql.substring(scanner.start(), scanner.end());
        boolean inQuotes = (kind == Scanner.Kind.NAME || kind == Scanner.Kind.STRING) && token.length() >= 2;
        String quote = token.substring(0, 1);
        starts.add(scanner.start());
        chain.add(inQuotes ? token.substring(1, token.length() - 1).replace(quote + quote, quote) : token);
    }

    /** A name is over, and {@code next} follows it. */
    private void end(char next) {
        if (chain.isEmpty()) {
            return;
        }
        if (chain.size() > 1) {
            if (!ofVariable && !isNumber(chain.get(0))) {
                qualified(next == '(');
            }
            previous = "";
        } else if (quoted || ofVariable) {
            previous = "";
            once = false;
        } else {
            once = false;
            String word = chain.get(0).toUpperCase(Locale.ROOT);
            word(word, scanner.upper());
            previous = word;
        }
        chain.clear();
        starts.clear();
        dotted = false;
    }

    private static boolean isNumber(String part) {
        return part.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private void qualified(boolean called) {
        boolean star = chain.get(chain.size() - 1).equals("*");
        boolean here = level().tables || once;
        once = false;
        if (chain.size() == 2 && star) {
            if (grants()) {
                found.add(new Name(Kind.SCHEMA, chain.get(0), "", false));
            }
        } else if (chain.size() > 2 || here || grants()) {
            boolean reads = (level().inFrom && !first.equals("UPDATE") && !first.equals("DELETE")) || !here;
            found.add(new Name(Kind.TABLE, chain.get(0), chain.get(1), reads, starts.get(0), starts.get(1)));
        } else if (called) {
            found.add(new Name(Kind.ROUTINE, chain.get(0), chain.get(1), true, starts.get(0), starts.get(1)));
        }
    }

    private void word(String word, String next) {
        Level level = level();
        if (EXPRESSIONS.contains(word)) {
            level.tables = false;
            level.inFrom = false;
            level.joined = false;
            level.statement |= word.equals("SELECT");
            selects |= word.equals("SELECT");
        } else if (TABLES.contains(word)) {
            level.tables = true;
        } else if (OF_SEQUENCES.contains(word)) {
            listsTables = next.equals("(");
        } else {
            rarer(level, word, next);
        }
    }

    private void rarer(Level level, String word, String next) {
        switch (word) {
            // As in TRIM(LEADING 'a' FROM b) it is no clause.
            case "FROM" -> {
                if (level.statement || levels.size() == 1) {
                    from(level);
                }
            }
            case "JOIN" -> {
                if (!previous.equals("FOR")) {
                    from(level);
                    level.joined = true;
                }
            }
            case "STRAIGHT_JOIN" -> {
                if (level.inFrom) {
                    from(level);
                    level.joined = true;
                }
            }
            case "USING" -> from(level);
            case "UPDATE" -> update(level);
            case "DELETE" -> {
                level.tables |= !previous.equals("ON");
                level.statement |= !previous.equals("ON");
            }
            case "INSERT", "REPLACE", "TRUNCATE" -> level.tables |= !next.equals("(");
            case "ON" -> level.tables &= !level.joined;
            case "IF" -> level.tables &= next.equals("EXISTS") || next.equals("NOT");
            case "LIKE" -> level.tables |= first.equals("CREATE") && !selects;
            case "FOR" -> once = previous.equals("VALUE");
            case "UNION" -> listsTables = next.equals("=");
            default -> {
                // Others change nothing.
            }
        }
    }

    private static void from(Level level) {
        level.tables = true;
        level.inFrom = true;
    }

    private void update(Level level) {
        switch (previous) {
            case "KEY" -> level.tables = false; // ON DUPLICATE KEY UPDATE
            case "FOR", "ON" -> {
                // FOR UPDATE; ON UPDATE CASCADE
            }
            default -> from(level);
        }
    }

    private void symbol(char c) {
        switch (c) {
            case '(' -> {
                boolean tables = listsTables || (level().tables && OPENING.contains(previous));
                listsTables = false;
                levels.push(new Level(tables));
            }
            case ')' -> {
                if (levels.size() > 1) {
                    levels.pop();
                }
            }
            case ',' -> level().tables |= level().inFrom;
            case ';' -> begin();
            case '*' -> {
                if (grants() && previous.equals("ON")) {
                    found.add(new Name(Kind.SCHEMA, "*", "", false));
                }
            }
            default -> {
                // Others change nothing.
            }
        }
        previous = String.valueOf(c);
    }

    /** The schemas that are named themselves. */
    private void schemas() {
        switch (first) {
            case "SHOW" -> shown(new Words(sql));
            case "CREATE", "ALTER", "DROP" -> changed(sql.length() > LONGEST ? sql.substring(0, LONGEST) : sql);
            default -> {
                // Others name tables only.
            }
        }
    }

    /** The name of a schema stands before that. */
    private static final int LONGEST = 1000;

    private void changed(String start) {
        Words words = new Words(start);
        int at = words.are(1, "OR", "REPLACE") ? 3 : 1;
        if (words.is(at, "DATABASE") || words.is(at, "SCHEMA")) {
            schema(words, afterExists(words, at + 1));
        }
    }

    private static int afterExists(Words words, int at) {
        return words.are(at, "IF", "NOT", "EXISTS") ? at + 3 : words.are(at, "IF", "EXISTS") ? at + 2 : at;
    }

    private void shown(Words words) {
        if (words.is(1, "CREATE") && (words.is(2, "DATABASE") || words.is(2, "SCHEMA"))) {
            schema(words, afterExists(words, 3));
            return;
        }
        int kind = 1;
        while (words.is(kind, "FULL") || words.is(kind, "EXTENDED") || words.is(kind, "OPEN")) {
            kind++;
        }
        String shows = words.at(kind).toUpperCase(Locale.ROOT);
        int skipped = OF_SCHEMAS.contains(shows) ? 0 : OF_TABLES.contains(shows) ? 1 : Integer.MAX_VALUE;
        for (int i = kind + 1; i < words.size() && !words.is(i, "LIKE") && !words.is(i, "WHERE"); i++) {
            if ((words.is(i, "FROM") || words.is(i, "IN")) && skipped-- <= 0) {
                if (i + 1 < words.size()) {
                    found.add(
                            new Name(Kind.SCHEMA, words.unquoted(i + 1), "", false, words.start(i), words.end(i + 1)));
                }
            }
        }
    }

    private void schema(Words words, int at) {
        if (at < words.size()) {
            found.add(new Name(Kind.SCHEMA, words.unquoted(at), "", false));
        }
    }
}
