package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.CharacterSets.CharacterSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In which character sets a client talks, and what the variables of its session say of them. The databases are talked to
 * in one of the server's own choice, so that a statement which asks for these variables gets their values put in. Not
 * thread-safe.
 */
final class CharacterVariables {
    private static final Set<String> NAMES =
            Set.of("character_set_client", "character_set_results", "character_set_connection", "collation_connection");

    /** Answers what one expression is worth on the databases. */
    @FunctionalInterface
    interface Databases {
        String ask(String expression) throws SQLException, RefusedException;
    }

    private CharacterSet client = CharacterSets.DEFAULT;
    private CharacterSet results = CharacterSets.DEFAULT;
    private CharacterSet atLogin = CharacterSets.DEFAULT;
    private String clientName = client.name();
    private @Nullable String resultsName = results.name();

    /** Whether the databases have another collation than where nothing is set. */
    private boolean setOnDatabases;

    /** The collation of texts within statements, as an expression of the databases. */
    private String collation = usual(client.name());

    CharacterSet client() {
        return client;
    }

    CharacterSet results() {
        return results;
    }

    /** The client has named a collation by its number, with which all begins. */
    void login(int number) {
        atLogin = CharacterSets.byCollation(number);
        reset();
    }

    /** All is as after the login. */
    void reset() {
        setOnDatabases = false;
        names(atLogin, null);
        if (atLogin.collation() != usualNumber(atLogin.name())) {
            collation =
                    "(SELECT COLLATION_NAME FROM information_schema.COLLATIONS WHERE ID = " + atLogin.collation() + ")";
        }
    }

    private static int usualNumber(String name) {
        CharacterSet set = CharacterSets.byName(name);
        return set == null ? 0 : set.collation();
    }

    /** SET NAMES, with the name of a collation or null for the usual one. */
    void names(CharacterSet set, @Nullable String collated) {
        client(set);
        results(set, set.name());
        collation = collated == null ? usual(set.name()) : quoted(collated);
    }

    /** SET CHARACTER SET: texts within statements are those of the database. */
    void characterSet(CharacterSet set) {
        client(set);
        results(set, set.name());
        collation = "@@collation_database";
    }

    void client(CharacterSet set) {
        client = set;
        clientName = set.name();
    }

    /** @param name as the variable says it; null for results that are not to be converted */
    void results(CharacterSet set, @Nullable String name) {
        results = set;
        resultsName = name;
    }

    void connection(String name) {
        collation = usual(name);
    }

    void collation(String name) {
        collation = quoted(name);
    }

    /** The collation of a character set where none is named, as an expression of the databases. */
    static String usual(String name) {
        return "COLLATION(CONVERT('' USING " + name + "))";
    }

    boolean isSetOnDatabases() {
        return setOnDatabases;
    }

    void setOnDatabases(boolean on) {
        setOnDatabases = on;
    }

    private static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }

    /** What a variable says; null for NULL. */
    @Nullable String value(String variable, Databases databases) throws SQLException, RefusedException {
        return switch (variable) {
            case "character_set_client" -> clientName;
            case "character_set_results" -> resultsName;
            default -> {
                String named = collation.startsWith("'")
                        ? collation.substring(1, collation.length() - 1)
                        : databases.ask(collation);
                int end = variable.equals("collation_connection") ? -1 : named.indexOf('_');
                yield end < 0 ? named : named.substring(0, end);
            }
        };
    }

    /** Whether a variable is one of these. */
    static boolean isOne(String variable) {
        return NAMES.contains(variable);
    }

    /** Whether a statement lists variables of the session, and these may be among them. */
    static boolean areListedBy(ClientText text) {
        if (!text.first().equals("SHOW")) {
            return false;
        }
        Words words = new Words(text.sql());
        boolean scoped = words.is(1, "SESSION") || words.is(1, "LOCAL");
        return words.is(scoped ? 2 : 1, "VARIABLES");
    }

    /** A statement with the values of those variables that it asks for. */
    String told(String sql, Databases databases) throws SQLException, RefusedException {
        if (!mayAsk(sql)) {
            return sql;
        }
        Words words = new Words(sql);
        boolean sets = words.is(0, "SET");
        StringBuilder told = new StringBuilder();
        int written = 0;
        for (int i = 0; i < words.size(); i++) {
            int name = variableAt(words, i);
            if (name > 0 && !(sets && isAssigned(words, i, name))) {
                String value = value(words.name(name), databases);
                String literal = value == null ? "NULL" : quoted(value);
                told.append(sql, written, words.start(i));
                told.append(sets ? literal : "CONVERT(" + literal + " USING utf8mb3)");
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

    private static boolean mayAsk(String sql) {
        if (sql.indexOf("@@") < 0) {
            return false;
        }
        String small = sql.toLowerCase(Locale.ROOT);
        return small.contains("character_set_") || small.contains("collation_connection");
    }

    /** Where the name of one of these is that begins at a token; 0 if none does. */
    private static int variableAt(Words words, int i) {
        if (!words.are(i, "@", "@")) {
            return 0;
        }
        boolean scoped = (words.is(i + 2, "SESSION") || words.is(i + 2, "LOCAL")) && words.is(i + 3, ".");
        int name = scoped ? i + 4 : i + 2;
        return isOne(words.name(name)) ? name : 0;
    }

    private static boolean isAssigned(Words words, int i, int name) {
        return (i == 1 || words.is(i - 1, ",")) && (words.is(name + 1, "=") || words.is(name + 1, ":"));
    }

    /** Whether it is all of what a query selects in one column, without a name of its own. */
    private static boolean isItem(Words words, int i, int name) {
        boolean begins = words.is(i - 1, "SELECT") || words.is(i - 1, ",");
        boolean ends = name + 1 == words.size()
                || List.of(",", ";", "FROM", "LIMIT", "INTO").stream().anyMatch(each -> words.is(name + 1, each));
        return begins && ends;
    }
}
