package io.shardkit.dialect.facts;

import java.util.Set;

/** The rules by which a database splits SQL into tokens, and the meaning of a token. Immutable. */
public interface TextRules {
    /** Returns true if a backslash in a string literal escapes what follows. */
    boolean backslashEscapes();

    /** Returns true if a {@code #} starts a comment that ends with the line. */
    boolean hashStartsComment();

    /** Returns true if two slashes start a comment that ends with the line. */
    boolean slashesStartComment();

    /** Returns true if two dashes start a comment only where a blank follows them. */
    boolean dashesNeedBlank();

    /** Returns true if a comment between slashes and asterisks may hold another comment. */
    boolean nestsComments();

    /** Returns true if the server runs the SQL in a comment that begins with {@code !} or {@code M!}. */
    boolean executesComments();

    /**
     * Returns true if each version of the server runs the SQL in a comment with this mark.
     *
     * @param mark what is between the comment's sign and what may be run: {@code !40101}
     */
    default boolean runsCommentAlways(String mark) {
        return false;
    }

    /** Returns true if the end of a comment that is run is read as a blank, unless there is a blank on either side. */
    default boolean readsBlankForEndOfComment() {
        return false;
    }

    /** Returns true if no version of the server runs the SQL in a comment with this mark. */
    default boolean runsCommentNever(String mark) {
        return false;
    }

    /** Returns true if a comment may stand between the semicolons at the end. */
    boolean commentsBetweenSemicolons();

    /** Returns true if double quotes enclose a string, and not a name. */
    boolean doubleQuotesAreStrings();

    /** Returns true if a name may stand between backticks. */
    boolean backticksQuoteNames();

    /** Returns true if a string may stand between dollars. */
    boolean quotesByDollars();

    /** Returns true if the dollars around a string may have a tag between them. */
    boolean tagsDollars();

    /** Returns true if a string after the letter E has escapes. */
    boolean hasEscapeStrings();

    /** Returns true if a string or a name after {@code U&} has escapes. */
    boolean hasUnicodeEscapes();

    /** Returns true if the name of a character set, after an underscore, may stand before a string or a number. */
    boolean hasIntroducers();

    /** The types, in upper case, that before a string make a literal with it. */
    Set<String> typesBeforeStrings();

    /** The words, in upper case, that are values without parentheses, and no columns unless they are quoted or qualified. */
    Set<String> valueWords();

    /** Returns true if two strings are put together only where a line ends between them. */
    boolean joinsStringsOverLinesOnly();

    /** Returns true if an alias in a select list may be a string. */
    boolean stringsMayBeAliases();

    /**
     * Returns true if two question marks are one character of an operator, by which the driver tells it from a parameter.
     */
    boolean doublesQuestionMarks();

    /** Returns true if an {@code @} starts the name of a variable. */
    boolean hasVariables();

    /** Returns true if {@code 0o} starts a number. */
    boolean hasOctalNumbers();

    /** Returns true if the letter for the radix of a number has to be in lower case. */
    boolean radixIsLowerCase();

    /** Returns true if underscores may stand between the digits of a number. */
    boolean groupsDigits();

    /** Returns true if names without quotes are folded to upper case, by the rules of Unicode. */
    boolean foldsNamesToUpperCase();

    /** Returns true if a name between backticks means the same as without them. */
    boolean backticksFoldNames();

    /** Returns true if a name that is written without quotes means the schema. */
    boolean isNamed(String written, String name);

    /** Returns true if TRUE and FALSE may be read as names. */
    boolean truthMayBeName();

    /** Returns true if the bare name of a table in an expression means its whole row. */
    boolean tablesNameRows();

    /** The offset after the operator that starts at an offset, or -1 if it is none that is known. */
    int endOfOperator(String sql, int at);
}
