package io.shardkit.dialect.facts;

import java.util.Set;

/** How a database splits a text into tokens, and what a token means. Immutable. */
public interface TextRules {
    /** Whether a backslash in a string literal escapes what follows. */
    boolean backslashEscapes();

    /** Whether a {@code #} starts a comment that ends with the line. */
    boolean hashStartsComment();

    /** Whether two slashes start a comment that ends with the line. */
    boolean slashesStartComment();

    /** Whether two dashes start a comment only where a blank follows them. */
    boolean dashesNeedBlank();

    /** Whether a comment between slashes and asterisks may hold another one. */
    boolean nestsComments();

    /** Whether the server runs what stands in a comment that begins with {@code !} or {@code M!}. */
    boolean executesComments();

    /**
     * Whether each version of the server runs what stands in such a comment.
     *
     * @param mark what is between the comment's sign and what may be run: {@code !40101}
     */
    default boolean runsCommentAlways(String mark) {
        return false;
    }

    /** Whether the end of a comment that is run is read as a blank, unless there is one on either side. */
    default boolean readsBlankForEndOfComment() {
        return false;
    }

    /** Whether no version of the server does. */
    default boolean runsCommentNever(String mark) {
        return false;
    }

    /** Whether a comment may stand between the semicolons at the end. */
    boolean commentsBetweenSemicolons();

    /** Whether what stands in double quotes is a string, and not a name. */
    boolean doubleQuotesAreStrings();

    /** Whether a name may stand between backticks. */
    boolean backticksQuoteNames();

    /** Whether a string may stand between dollars. */
    boolean quotesByDollars();

    /** Whether the dollars around a string may have a tag between them. */
    boolean tagsDollars();

    /** Whether a string after the letter E has escapes. */
    boolean hasEscapeStrings();

    /** Whether a string or a name after {@code U&} has escapes. */
    boolean hasUnicodeEscapes();

    /** Whether the name of a character set, after an underscore, may stand before a string or a number. */
    boolean hasIntroducers();

    /** The types, in upper case, that before a string make a literal with it. */
    Set<String> typesBeforeStrings();

    /** The words, in upper case, that are values without parentheses, and no columns unless they are quoted or qualified. */
    Set<String> valueWords();

    /** Whether two strings are put together only where a line ends between them. */
    boolean joinsStringsOverLinesOnly();

    /** Whether an alias in a select list may be a string. */
    boolean stringsMayBeAliases();

    /** Whether two question marks are one character of an operator, by which its driver tells it from a parameter. */
    boolean doublesQuestionMarks();

    /** Whether an {@code @} starts the name of a variable. */
    boolean hasVariables();

    /** Whether {@code 0o} starts a number. */
    boolean hasOctalNumbers();

    /** Whether the letter that says the radix of a number is one of lower case. */
    boolean radixIsLowerCase();

    /** Whether underscores may stand between the digits of a number. */
    boolean groupsDigits();

    /** Whether names without quotes are folded to upper case, by the rules of Unicode. */
    boolean foldsNamesToUpperCase();

    /** Whether a name between backticks means what it means without them. */
    boolean backticksFoldNames();

    /** Whether a schema is meant by a name that is written without quotes. */
    boolean isNamed(String written, String name);

    /** Whether TRUE and FALSE may be read as names. */
    boolean truthMayBeName();

    /** Whether the bare name of a table in an expression means its whole row. */
    boolean tablesNameRows();

    /** The offset after the operator that starts at an offset, or -1 if it is none that is known. */
    int endOfOperator(String sql, int at);
}
