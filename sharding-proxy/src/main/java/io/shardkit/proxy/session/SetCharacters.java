package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.CharacterSets.CharacterSet;
import java.sql.SQLException;
import java.util.List;

/** The parts of SET that are about character sets. Not thread-safe. */
final class SetCharacters {
    private final ClientState state;
    private final ClientText text;
    private final Words words;
    private final List<String> others;
    private final List<SetStatement.Change> own;

    /**
     * The character settings of one statement.
     *
     * @param others gets the settings for the databases
     * @param own gets the settings that are noted here
     */
    SetCharacters(ClientState state, ClientText text, Words words, List<String> others, List<SetStatement.Change> own) {
        this.state = state;
        this.text = text;
        this.words = words;
        this.others = others;
        this.own = own;
    }

    /** NAMES, with a collation or without. */
    void names(int from, int to) throws RefusedException, SQLException {
        CharacterSet set = named(words.unquoted(from + 1));
        boolean collated = words.is(from + 2, "COLLATE") && from + 3 < to;
        if (!collated && from + 2 != to) {
            throw new RefusedException(ServerError.syntax(words.text(from + 2, to)));
        }
        if (!collated) {
            usualCollation();
            own.add(() -> state.characters.names(set, null));
            return;
        }
        String written = words.name(from + 3).replaceFirst("^utf8_", "utf8mb3_");
        String collation = written.startsWith("uca1400") ? set.name() + "_" + written : written;
        if (!collation.startsWith(set.name() + "_")) {
            throw new RefusedException(new ServerError(
                    1253,
                    "42000",
                    "COLLATION '" + collation + "' is not valid for CHARACTER SET '" + set.name() + "'"));
        }
        if (set.name().equals("utf8mb4")) {
            collate(collation);
        } else {
            usualCollation();
        }
        own.add(() -> state.characters.names(set, collation));
    }

    /** Sets the collation by which the databases compare strings within statements. */
    private void collate(String collation) throws RefusedException, SQLException {
        boolean usual = collation.equalsIgnoreCase(state.questions.constant(text, CharacterVariables.usual("utf8mb4")));
        if (usual && !state.characters.isSetOnDatabases()) {
            return;
        }
        others.add("collation_connection = '" + collation + "'");
        own.add(() -> state.characters.setOnDatabases(!usual));
    }

    /** The databases compare as they do where nothing is set. */
    private void usualCollation() throws RefusedException, SQLException {
        if (state.characters.isSetOnDatabases()) {
            collate(state.questions.constant(text, CharacterVariables.usual("utf8mb4")));
        }
    }

    /** One of the variables of character sets. */
    void variable(String name, int value, int to) throws RefusedException, SQLException {
        boolean none = words.is(value, "NULL");
        String wanted = value == to - 1 ? words.unquoted(value) : state.questions.worth(text, words.text(value, to));
        CharacterVariables characters = state.characters;
        if (name.equals("character_set_results") && (none || wanted.isEmpty() || wanted.equalsIgnoreCase("binary"))) {
            String shown = wanted.equalsIgnoreCase("binary") ? "binary" : null;
            own.add(() -> characters.results(CharacterSets.DEFAULT, shown));
            return;
        }
        if (name.equals("collation_connection") && !words.is(value, "DEFAULT")) {
            if (isUsualOfAnotherSet(wanted)) {
                usualCollation();
            } else {
                collate(wanted.replace("'", "''"));
            }
            own.add(() -> characters.collation(wanted));
            return;
        }
        if (name.equals("character_set_connection") && wanted.equalsIgnoreCase("binary")) {
            usualCollation();
            own.add(() -> characters.collation("binary"));
            return;
        }
        CharacterSet set = words.is(value, "DEFAULT") ? CharacterSets.DEFAULT : named(wanted);
        switch (name) {
            case "character_set_client" -> own.add(() -> characters.client(set));
            case "character_set_results" -> own.add(() -> characters.results(set, set.name()));
            default -> {
                usualCollation();
                own.add(() -> characters.connection(set.name()));
            }
        }
    }

    /**
     * Returns true if the collation is the usual one of another set, which the databases are not told of: SET NAMES with
     * that set says the same.
     */
    private boolean isUsualOfAnotherSet(String collation) throws RefusedException, SQLException {
        CharacterSet set = CharacterSets.byName(collation.replaceFirst("_.*", ""));
        return set != null
                && !set.name().equals("utf8mb4")
                && collation.equalsIgnoreCase(state.questions.constant(text, CharacterVariables.usual(set.name())));
    }

    /** CHARACTER SET, whose name is at a token. */
    void characterSet(int at) throws RefusedException, SQLException {
        CharacterSet set = named(words.unquoted(at));
        usualCollation();
        own.add(() -> state.characters.characterSet(set));
    }

    private static CharacterSet named(String name) throws RefusedException {
        CharacterSet set = name.equalsIgnoreCase("DEFAULT") ? CharacterSets.DEFAULT : CharacterSets.byName(name);
        if (set == null) {
            throw new RefusedException(new ServerError(1115, "42000", "Unknown character set: '" + name + "'"));
        }
        return set;
    }
}
