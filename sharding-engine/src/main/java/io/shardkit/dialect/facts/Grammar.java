package io.shardkit.dialect.facts;

/** The grammars that the parser has, and where each needs another text than the database gets. */
public enum Grammar {
    MYSQL('`'),
    POSTGRESQL('"'),
    H2('"');

    private final char quote;

    Grammar(char quote) {
        this.quote = quote;
    }

    /** The character that quotes names. */
    public char quote() {
        return quote;
    }

    /** Whether COLLATE is read as an operator only. */
    public boolean needsOperatorForCollate() {
        return this == MYSQL;
    }

    /** Whether COLLATE is not read behind a parameter, a cast or a parenthesis. */
    public boolean readsCollateOfNamesOnly() {
        return this == POSTGRESQL;
    }

    /** Whether POSITION is printed as another function, with its arguments the other way round. */
    public boolean turnsPosition() {
        return this == MYSQL;
    }

    /** Whether the parser fails on some calls of the clock with a precision. */
    public boolean failsOnPrecision() {
        return this == POSTGRESQL;
    }

    /** Whether a row of VALUES that starts with a sign is not read beyond doubt. */
    public boolean misreadsFirstSign() {
        return this == MYSQL;
    }

    /** Whether a database of it may take a plus between operands of no known type for one of strings. */
    public boolean mayJoinByPlus() {
        return this == H2;
    }

    /** Whether two bars and two ampersands are printed as words. */
    public boolean printsLogicAsWords() {
        return this == MYSQL;
    }
}
