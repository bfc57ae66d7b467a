package io.shardkit.dialect.facts;

import java.util.Set;

/** The rules by which a database splits SQL into tokens, and the meaning of a token. Immutable. */
public interface TextRules {
    /** The types of the standard that make a literal with the string after them. */
    Set<String> STANDARD_TYPES = Set.of("DATE", "TIME", "TIMESTAMP");

    /** Returns true if a backslash in a string literal escapes what follows. */
    default boolean backslashEscapes() {
        return false;
    }

    /** Returns true if a {@code #} starts a comment that ends with the line. */
    default boolean hashStartsComment() {
        return false;
    }

    /** Returns true if two slashes start a comment that ends with the line. */
    default boolean slashesStartComment() {
        return false;
    }

    /** Returns true if two dashes start a comment only where a blank follows them. */
    default boolean dashesNeedBlank() {
        return false;
    }

    /** Returns true if a comment between slashes and asterisks may hold another comment. */
    default boolean nestsComments() {
        return true;
    }

    /** Returns true if the server runs the SQL in a comment that begins with {@code !} or {@code M!}. */
    default boolean executesComments() {
        return false;
    }

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
    default boolean commentsBetweenSemicolons() {
        return true;
    }

    /** Returns true if double quotes enclose a string, and not a name. */
    default boolean doubleQuotesAreStrings() {
        return false;
    }

    /** Returns true if a name may stand between backticks. */
    default boolean backticksQuoteNames() {
        return true;
    }

    /** Returns true if a string may stand between dollars. */
    default boolean quotesByDollars() {
        return true;
    }

    /** Returns true if the dollars around a string may have a tag between them. */
    default boolean tagsDollars() {
        return false;
    }

    /** Returns true if a string after the letter E has escapes. */
    default boolean hasEscapeStrings() {
        return false;
    }

    /** Returns true if a string or a name after {@code U&} has escapes. */
    default boolean hasUnicodeEscapes() {
        return true;
    }

    /** Returns true if the name of a character set, after an underscore, may stand before a string or a number. */
    default boolean hasIntroducers() {
        return false;
    }

    /** The types, in upper case, that before a string make a literal with it. */
    default Set<String> typesBeforeStrings() {
        return STANDARD_TYPES;
    }

    /** The words, in upper case, that are values without parentheses, and no columns unless they are quoted or qualified. */
    Set<String> valueWords();

    /** Returns true if two strings are put together only where a line ends between them. */
    default boolean joinsStringsOverLinesOnly() {
        return false;
    }

    /** Returns true if an alias in a select list may be a string. */
    default boolean stringsMayBeAliases() {
        return false;
    }

    /**
     * Returns true if two question marks are one character of an operator, by which the driver tells it from a parameter.
     */
    default boolean doublesQuestionMarks() {
        return false;
    }

    /** Returns true if an {@code @} starts the name of a variable. */
    default boolean hasVariables() {
        return true;
    }

    /** Returns true if {@code 0o} starts a number. */
    default boolean hasOctalNumbers() {
        return true;
    }

    /** Returns true if the letter for the radix of a number has to be in lower case. */
    default boolean radixIsLowerCase() {
        return false;
    }

    /** Returns true if underscores may stand between the digits of a number. */
    default boolean groupsDigits() {
        return true;
    }

    /** Returns true if names without quotes are folded to upper case, by the rules of Unicode. */
    default boolean foldsNamesToUpperCase() {
        return false;
    }

    /** Returns true if a name between backticks means the same as without them. */
    default boolean backticksFoldNames() {
        return false;
    }

    /** Returns true if a name that is written without quotes means the schema. */
    boolean isNamed(String written, String name);

    /** Returns true if TRUE and FALSE may be read as names. */
    default boolean truthMayBeName() {
        return false;
    }

    /** Returns true if the bare name of a table in an expression means its whole row. */
    default boolean tablesNameRows() {
        return false;
    }

    /** The offset after the operator that starts at an offset, or -1 if it is none that is known. */
    int endOfOperator(String sql, int at);
}
