package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.CharacterSets.CharacterSet;
import io.shardkit.proxy.wire.ColumnDefinition;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In which character sets a client talks, and what the variables of its session say of them. The databases are talked to
 * in one of the server's own choice, and know nothing of it. Not thread-safe.
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

    /** True if the databases have another collation than where nothing is set. */
    private boolean setOnDatabases;

    /** The collation of strings within statements, as an expression of the databases. */
    private String collation = usual(client.name());

    CharacterSet client() {
        return client;
    }

    CharacterSet results() {
        return results;
    }

    /** A column as it is told in the client's character set. */
    ColumnDefinition shown(ColumnDefinition column) {
        if (column.collation() != CharacterSets.UTF8MB4 || results.collation() == CharacterSets.UTF8MB4) {
            return column;
        }
        return new ColumnDefinition(
                column.schema(),
                column.table(),
                column.originalTable(),
                column.name(),
                column.originalName(),
                results.collation(),
                column.length() / CharacterSets.DEFAULT.bytes() * results.bytes(),
                column.type(),
                column.flags(),
                column.decimals(),
                column.kind());
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

    /** Applies SET CHARACTER SET: strings within statements have the collation of the database. */
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

    /** A text as a literal. */
    static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }

    /** Returns the value of a variable; null for NULL. */
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

    /** Returns true if a variable is one of the character variables. */
    static boolean isOne(String variable) {
        return NAMES.contains(variable);
    }

    /** Returns true if a statement lists variables of the session, and the character variables may be among them. */
    static boolean areListedBy(ClientText text) {
        if (!text.first().equals("SHOW")) {
            return false;
        }
        Words words = new Words(text.sql());
        boolean scoped = words.is(1, "SESSION") || words.is(1, "LOCAL");
        return words.is(scoped ? 2 : 1, "VARIABLES");
    }
}
