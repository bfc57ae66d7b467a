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

    /** Returns true if COLLATE is read as an operator only. */
    public boolean needsOperatorForCollate() {
        return this == MYSQL;
    }

    /** Returns true if COLLATE is not read after a parameter, a cast or a parenthesis. */
    public boolean readsCollateOfNamesOnly() {
        return this == POSTGRESQL;
    }

    /** Returns true if POSITION is printed as another function, with its arguments the other way round. */
    public boolean turnsPosition() {
        return this == MYSQL;
    }

    /** Returns true if the parser fails on some calls of the clock with a precision. */
    public boolean failsOnPrecision() {
        return this == POSTGRESQL;
    }

    /** Returns true if a row of VALUES that starts with a sign may be misread. */
    public boolean misreadsFirstSign() {
        return this == MYSQL;
    }

    /**
     * Returns true if a database of this grammar may take a plus between operands of unknown type as string
     * concatenation.
     */
    public boolean mayJoinByPlus() {
        return this == H2;
    }

    /** Returns true if two bars and two ampersands are printed as words. */
    public boolean printsLogicAsWords() {
        return this == MYSQL;
    }
}
