package io.shardkit.proxy.session;

import io.shardkit.proxy.sql.ClientText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Variables of a client's session whose values are known here and not to the databases. Not thread-safe. */
final class OwnVariables {
    private final ClientState state;

    OwnVariables(ClientState state) {
        this.state = state;
    }

    /** A statement that asks for one of them, with the answer in it. */
    ClientText told(ClientText text) throws SQLException, RefusedException {
        if (!VariablesInText.mayBeIn(text.sql()) || OwnStatements.isQuery(text)) {
            return text;
        }
        String told = VariablesInText.put(text.sql(), variable -> literal(variable, text));
        return told.equals(text.sql()) ? text : ClientText.of(told);
    }

    private @Nullable String literal(String variable, ClientText text) throws SQLException, RefusedException {
        if (variable.equals("autocommit")) {
            return state.settings.autoCommit() ? "1" : "0";
        }
        if (variable.equals("sql_mode") && state.sqlModes.onlyReads()) {
            return CharacterVariables.quoted(state.sqlModes.current(text));
        }
        if (!CharacterVariables.isOne(variable)) {
            return null;
        }
        String value = character(variable, text);
        return value == null ? "NULL" : CharacterVariables.quoted(value);
    }

    /** Returns the value of a variable of character sets; null for NULL. */
    @Nullable String character(String variable, ClientText text) throws SQLException, RefusedException {
        return state.characters.value(variable, expression -> state.questions.constant(text, expression));
    }
}
