package io.shardkit.dialect.facts;

import java.util.List;

/**
 * The grammars of the parser that statements are read by, one after the other until one fits. Immutable.
 *
 * @param fixed whether they are the same for all statements
 * @param usual those of most statements
 * @param ofReplacing those of an INSERT with IGNORE or ON DUPLICATE KEY, and of REPLACE
 * @param ofSeparators those of statements with the word SEPARATOR
 */
public record Grammars(boolean fixed, List<Grammar> usual, List<Grammar> ofReplacing, List<Grammar> ofSeparators) {

    /** Returns the grammars of a DELETE after WITH, which one of the grammars does not have. */
    public List<Grammar> ofDeletesAfterWith() {
        return usual.equals(List.of(Grammar.MYSQL)) ? List.of(Grammar.POSTGRESQL) : usual;
    }

    /** One for all statements. */
    public static Grammars of(Grammar only) {
        List<Grammar> grammars = List.of(only);
        return new Grammars(true, grammars, grammars, grammars);
    }
}
