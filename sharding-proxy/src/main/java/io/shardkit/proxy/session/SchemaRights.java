package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.QualifiedNames;
import io.shardkit.proxy.sql.Words;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps users who may use some databases only from naming the schemas of others, to which the user of the data sources
 * may well have rights. Not thread-safe.
 */
final class SchemaRights {
    private static final String INFORMATION = "information_schema";

    /** The tables that list the statements of all clients. */
    private static final Set<String> HIDDEN = Set.of("processlist", "innodb_trx");

    private final ClientState state;
    private final String host;

    SchemaRights(ClientState state, String host) {
        this.state = state;
        this.host = host;
    }

    /** @throws RefusedException as the server that has given the user no rights to a schema that is named */
    void check(ClientText text) throws RefusedException, SQLException {
        if (state.client.account().isRestricted()) {
            checkNames(text, text);
        }
    }

    private void checkNames(ClientText text, ClientText sent) throws RefusedException, SQLException {
        for (QualifiedNames.Name name : QualifiedNames.of(text)) {
            if (!isAllowed(name)) {
                throw new RefusedException(denied(name, text));
            }
        }
        switch (text.first()) {
            case "PREPARE" -> checkText(new Words(text.sql()), 3, sent);
            case "EXECUTE" -> {
                Words words = new Words(text.sql());
                if (words.is(1, "IMMEDIATE")) {
                    checkText(words, 2, sent);
                }
            }
            case "SHOW" -> checkSchemas(new Words(text.sql()));
            default -> {
                // Other statements hold no statements as strings.
            }
        }
    }

    /** A statement that is made of another one's text: what is not written there cannot be looked at. */
    private void checkText(Words words, int at, ClientText sent) throws RefusedException, SQLException {
        String literal = words.at(at);
        boolean plain = (literal.startsWith("'") || literal.startsWith("\""))
                && literal.length() > 1
                && literal.indexOf('\\') < 0
                && (words.size() == at + 1 || words.is(at + 1, "USING"));
        if (!plain) {
            throw new RefusedException(
                    ServerError.notSupported(sent.first() + " of what is no literal, for users of some databases"));
        }
        String quote = literal.substring(0, 1);
        String sql = literal.substring(1, literal.length() - 1).replace(quote + quote, quote);
        checkNames(ClientText.of(state.opened(sql)), sent);
    }

    /** With LIKE it is answered by the session. */
    private static void checkSchemas(Words words) throws RefusedException {
        if ((words.is(1, "DATABASES") || words.is(1, "SCHEMAS")) && words.is(2, "WHERE")) {
            throw new RefusedException(ServerError.notSupported("SHOW DATABASES WHERE, for users of some databases"));
        }
    }

    private boolean isAllowed(QualifiedNames.Name name) throws SQLException {
        if (name.schema().equalsIgnoreCase(INFORMATION)) {
            return !HIDDEN.contains(name.name().toLowerCase(Locale.ROOT));
        }
        if (state.databases().contains(name.schema())) {
            return true;
        }
        for (String each : state.databases()) {
            LogicalDatabase database = state.directory().databases().get(each);
            if (database != null && database.hasSchema(name.schema())) {
                return true;
            }
        }
        return false;
    }

    private ServerError denied(QualifiedNames.Name name, ClientText text) {
        String user = state.client.account().name();
        return switch (name.kind()) {
            case SCHEMA -> ServerError.databaseDenied(user, host, name.schema());
            case ROUTINE -> ServerError.routineDenied(user, host, name.schema(), name.name());
            case TABLE -> ServerError.tableDenied(command(name, text), user, host, name.schema(), name.name());
        };
    }

    private static String command(QualifiedNames.Name name, ClientText text) {
        if (name.reads()) {
            return "SELECT";
        }
        return switch (text.first()) {
            case "REPLACE", "LOAD" -> "INSERT";
            case "TRUNCATE", "RENAME" -> "DROP";
            case "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "LOCK", "GRANT" -> text.first();
            default -> "SELECT";
        };
    }
}
