package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.DatabaseCalls;
import io.shardkit.proxy.sql.QualifiedNames;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes the names of logical databases out of statements, as the databases have schemas of other names, and finds the
 * database that a statement is about. Not thread-safe.
 */
final class LogicalNames {
    /** Statements that may be about another database than the chosen one, as they name no table of the chosen one. */
    private static final Set<String> VISITS = Set.of("SHOW", "DESCRIBE", "DESC");

    /** Schemas whose tables tell of others by names that are in no catalog. */
    private static final Set<String> OF_SERVERS = Set.of("mysql", "performance_schema", "sys");

    private static final Set<String> PATTERNS = Set.of("LIKE", "REGEXP", "RLIKE");

    private final ClientState state;

    /** The names that the answer of the statement under way shows otherwise; null if there are none. */
    private @Nullable ShownNames shown;

    LogicalNames(ClientState state) {
        this.state = state;
    }

    /**
     * A statement as the databases understand it.
     *
     * @param values those of its parameters, if it is a prepared statement that is executed
     * @throws RefusedException if it is about tables of several databases
     */
    ClientText told(ClientText text, @Nullable BoundValues values) throws RefusedException, SQLException {
        state.visit(null);
        ClientText told = translated(text, values);
        LogicalDatabase database = ShownNames.mayBeIn(told) ? state.database() : null;
        shown = database == null || database.isNamedAsSchemas() ? null : new ShownNames(database);
        return told;
    }

    private ClientText translated(ClientText text, @Nullable BoundValues values) throws RefusedException, SQLException {
        boolean mentions = false;
        for (String each : state.databases()) {
            mentions |= text.sql().contains(each);
        }
        boolean asks = text.asksDatabase() && !OwnStatements.isQuery(text);
        if (!mentions && !asks && (values == null || !text.asksCatalog())) {
            return text;
        }
        return named(asks ? withDatabase(text) : text, values);
    }

    /** The name of the chosen database in place of the calls that ask for it. */
    private ClientText withDatabase(ClientText text) throws SQLException {
        LogicalDatabase chosen = state.database();
        if (chosen != null && chosen.isNamedAsSchemas()) {
            return text;
        }
        String literal =
                chosen == null ? "NULL" : "CONVERT(" + CharacterVariables.quoted(chosen.name()) + " USING utf8mb3)";
        String told = DatabaseCalls.replaced(text.sql(), literal);
        return told.equals(text.sql()) ? text : ClientText.of(told);
    }

    private ClientText named(ClientText text, @Nullable BoundValues values) throws RefusedException, SQLException {
        Set<String> named = new TreeSet<>();
        List<QualifiedNames.Name> places = new ArrayList<>();
        boolean ofServer = false;
        for (QualifiedNames.Name name : QualifiedNames.of(text)) {
            ofServer |= OF_SERVERS.contains(name.schema().toLowerCase(Locale.ROOT));
            LogicalDatabase database = database(name.schema());
            boolean elsewhere = database != null && !database.name().equals(state.databaseName());
            // A schema of that name may be within reach of the statement as it is.
            boolean reached = elsewhere && state.databaseName() != null && !VISITS.contains(text.first());
            if (database == null
                    || (name.start() < 0 && !text.first().equals("SHOW"))
                    || (reached && database.isNamedAsSchemas())) {
                continue;
            }
            named.add(database.name());
            if (name.start() >= 0 && !database.isNamedAsSchemas()) {
                places.add(name);
            }
        }
        if (ofServer && !asStrings(text, values).stream().allMatch(this::isNamedAsSchemas)) {
            throw new RefusedException(
                    ServerError.notSupported("tables of the server, which know the schemas of the data sources only"));
        }
        boolean ofSchemas = text.first().equals("SHOW") && new Words(text.sql()).contains("Db");
        if (text.asksCatalog() || ofSchemas) {
            named.addAll(asStrings(text, values));
        }
        visit(named, text);
        ClientText unqualified = places.isEmpty() ? text : ClientText.of(without(text.sql(), places));
        return unqualified.first().equals("SHOW") ? shown(unqualified) : unqualified;
    }

    private boolean isNamedAsSchemas(String name) {
        LogicalDatabase database = database(name);
        try {
            return database == null || database.isNamedAsSchemas();
        } catch (SQLException unknown) {
            return false;
        }
    }

    private @Nullable LogicalDatabase database(String name) {
        return state.databases().contains(name) ? state.directory().databases().get(name) : null;
    }

    /** The databases whose names are strings of a statement about the catalog. */
    private Set<String> asStrings(ClientText text, @Nullable BoundValues values) {
        Set<String> named = new TreeSet<>();
        Words words = new Words(text.sql());
        for (int i = 0; i < words.size(); i++) {
            if (words.isString(i) && state.databases().contains(words.unquoted(i))) {
                named.add(words.unquoted(i));
            }
        }
        for (String each : state.databases()) {
            if (values != null && values.has(each)) {
                named.add(each);
            }
        }
        return named;
    }

    private void visit(Set<String> named, ClientText text) throws RefusedException {
        String chosen = state.databaseName();
        if (named.isEmpty() || (chosen != null && named.size() == 1 && named.contains(chosen))) {
            return;
        }
        if (named.size() > 1) {
            throw new RefusedException(ServerError.notSupported("several of the databases " + named + " at once"));
        }
        if (chosen != null && !text.asksCatalog() && !VISITS.contains(text.first())) {
            throw new RefusedException(ServerError.notSupported(
                    "tables of " + named.iterator().next() + " while " + chosen + " is chosen; USE it first"));
        }
        state.visit(named.iterator().next());
    }

    private static String without(String sql, List<QualifiedNames.Name> places) {
        List<QualifiedNames.Name> inOrder = new ArrayList<>(places);
        inOrder.sort((a, b) -> Integer.compare(a.start(), b.start()));
        StringBuilder left = new StringBuilder();
        int copied = 0;
        for (QualifiedNames.Name place : inOrder) {
            left.append(sql, copied, place.start());
            boolean joins = !left.isEmpty() && Character.isJavaIdentifierPart(left.charAt(left.length() - 1));
            left.append(joins ? " " : "");
            copied = place.end();
        }
        return left.append(sql, copied, sql.length()).toString();
    }

    /** A SHOW in whose conditions and columns the schema has its own name. */
    private ClientText shown(ClientText text) throws RefusedException, SQLException {
        LogicalDatabase database = state.database();
        if (database == null || database.isNamedAsSchemas()) {
            return text;
        }
        Words words = new Words(text.sql());
        boolean definition = words.is(1, "CREATE") && (words.is(2, "DATABASE") || words.is(2, "SCHEMA"));
        boolean ofSchemas = words.is(2, "STATUS") || words.is(1, "EVENTS") || words.is(1, "OPEN");
        StringBuilder sql = new StringBuilder();
        int copied = 0;
        boolean where = false;
        for (int i = 1; i < words.size(); i++) {
            where |= words.is(i, "WHERE");
            if (where && ofSchemas && PATTERNS.stream().anyMatch(words::contains) && words.contains("Db")) {
                throw new RefusedException(ServerError.notSupported("patterns for the database in " + text.sql()));
            }
            String other = null;
            if (words.unquoted(i).equals("Tables_in_" + database.name())) {
                other = "`Tables_in_" + database.schema() + "`";
            } else if (where
                    && ofSchemas
                    && words.isString(i)
                    && words.unquoted(i).equals(database.name())) {
                other = CharacterVariables.quoted(database.homeSchema());
            } else if (definition && i == words.size() - 1 && words.unquoted(i).equals(database.name())) {
                other = "`" + database.homeSchema() + "`";
            }
            if (other != null) {
                sql.append(text.sql(), copied, words.start(i)).append(other);
                copied = words.end(i);
            }
        }
        return copied == 0
                ? text
                : ClientText.of(sql.append(text.sql().substring(copied)).toString());
    }

    /** Returns the names that the answer of the statement under way shows otherwise; null if there are none. */
    @Nullable ShownNames shown() {
        return shown;
    }

    /** An error that names tables by the logical database. */
    ServerError shown(ServerError error) {
        LogicalDatabase database = state.database();
        if (database == null) {
            return error;
        }
        try {
            String schema = database.schema();
            String message = error.message()
                    .replace("'" + schema + ".", "'" + database.name() + ".")
                    .replace("`" + schema + "`.", "`" + database.name() + "`.");
            return new ServerError(error.number(), error.sqlState(), message);
        } catch (SQLException unknown) {
            return error;
        }
    }
}
