package io.shardkit.sql.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens have exact offsets; comments are none; what databases split differently is refused. */
class TokenizerTest {

    private static List<String> tokens(Dialect dialect, String sql) throws SQLException {
        return Tokenizer.tokenize(sql, dialect).stream()
                .map(token -> token.kind() + " " + sql.substring(token.start(), token.end()))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void wordsNumbersAndOperators(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "SELECT a1,b_2 FROM t WHERE x>=1.5e-3 AND y<>.5 OR z!=?"))
                .containsExactly(
                        "WORD SELECT",
                        "WORD a1",
                        "SYMBOL ,",
                        "WORD b_2",
                        "WORD FROM",
                        "WORD t",
                        "WORD WHERE",
                        "WORD x",
                        "SYMBOL >=",
                        "NUMBER 1.5e-3",
                        "WORD AND",
                        "WORD y",
                        "SYMBOL <>",
                        "NUMBER .5",
                        "WORD OR",
                        "WORD z",
                        "SYMBOL !=",
                        "PARAMETER ?");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aDotBehindANameIsNoNumber(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "t.x")).containsExactly("WORD t", "SYMBOL .", "WORD x");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void commentsAreNoTokens(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "a -- b ' ( \n c /* d ; ) \" */ e --"))
                .containsExactly("WORD a", "WORD c", "WORD e");
    }

    @Test
    void twoDashesNeedABlankInMysql() throws SQLException {
        assertThat(tokens(Dialect.MYSQL, "5--1")).containsExactly("NUMBER 5", "SYMBOL -", "SYMBOL -", "NUMBER 1");
        assertThat(tokens(Dialect.POSTGRESQL, "5--1")).containsExactly("NUMBER 5");
        assertThat(tokens(Dialect.H2, "5--1")).containsExactly("NUMBER 5");
    }

    @Test
    void aHashStartsACommentInMysqlOnly() throws SQLException {
        assertThat(tokens(Dialect.MARIADB, "a # b\n c")).containsExactly("WORD a", "WORD c");
        assertThat(tokens(Dialect.POSTGRESQL, "a # b")).containsExactly("WORD a", "SYMBOL #", "WORD b");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void hintsAreComments(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "SELECT /*+ INDEX(t) */ a /*+ b */")).containsExactly("WORD SELECT", "WORD a");
        assertThat(new SqlText("/*+ a */ SELECT /*+ b */ /*+ c */ d /*+ e */", dialect).hints())
                .containsExactly(new Span(0, 8), new Span(16, 24), new Span(25, 33));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void doubledQuotesStayInside(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "'it''s' ''")).containsExactly("STRING 'it''s'", "STRING ''");
    }

    @Test
    void doubleQuotesAreStringsInMysqlAndNamesElsewhere() throws SQLException {
        assertThat(tokens(Dialect.MYSQL, "\"a b\"")).containsExactly("STRING \"a b\"");
        assertThat(tokens(Dialect.POSTGRESQL, "\"a b\"")).containsExactly("QUOTED \"a b\"");
        assertThat(tokens(Dialect.H2, "\"a b\".\"c\"")).containsExactly("QUOTED \"a b\"", "SYMBOL .", "QUOTED \"c\"");
        assertThat(tokens(Dialect.MARIADB, "`a b`")).containsExactly("QUOTED `a b`");
    }

    @Test
    void aBackslashEscapesInMysqlAndIsAPlainCharacterElsewhere() throws SQLException {
        assertThat(tokens(Dialect.MYSQL, "'a\\' OR ' b")).containsExactly("STRING 'a\\' OR '", "WORD b");
        assertThat(tokens(Dialect.POSTGRESQL, "'a\\' b")).containsExactly("STRING 'a\\'", "WORD b");
        assertThat(tokens(Dialect.H2, "'a\\' b")).containsExactly("STRING 'a\\'", "WORD b");
    }

    @Test
    void aBackslashEscapesInAnEscapeStringOfPostgresql() throws SQLException {
        assertThat(tokens(Dialect.POSTGRESQL, "E'a\\' b'")).containsExactly("WORD E", "STRING 'a\\' b'");
        assertThat(tokens(Dialect.POSTGRESQL, "e 'a\\' b")).containsExactly("WORD e", "STRING 'a\\'", "WORD b");
        assertThat(tokens(Dialect.H2, "E'a\\' b")).containsExactly("WORD E", "STRING 'a\\'", "WORD b");
    }

    @Test
    void stringsInDollars() throws SQLException {
        assertThat(tokens(Dialect.POSTGRESQL, "$$it's$$ b")).containsExactly("STRING $$it's$$", "WORD b");
        assertThat(tokens(Dialect.POSTGRESQL, "$t$a $$ b$t$ c")).containsExactly("STRING $t$a $$ b$t$", "WORD c");
        assertThat(tokens(Dialect.H2, "$$it's$$ b")).containsExactly("STRING $$it's$$", "WORD b");
    }

    @Test
    void commentsWithinComments() throws SQLException {
        assertThat(tokens(Dialect.POSTGRESQL, "a /* b /* c */ d */ e")).containsExactly("WORD a", "WORD e");
        assertThat(tokens(Dialect.H2, "a /* b /* c */ d */ e")).containsExactly("WORD a", "WORD e");
        assertThat(tokens(Dialect.H2, "a // b \n c")).containsExactly("WORD a", "WORD c");
    }

    @Test
    void operatorsOfPostgresql() throws SQLException {
        assertThat(tokens(Dialect.POSTGRESQL, "a@-1 <=> b+-1"))
                .containsExactly(
                        "WORD a", "SYMBOL @-", "NUMBER 1", "SYMBOL <=>", "WORD b", "SYMBOL +", "SYMBOL -", "NUMBER 1");
        assertThat(tokens(Dialect.POSTGRESQL, "a #>> b ?? c ? @> d !~* e"))
                .containsExactly(
                        "WORD a",
                        "SYMBOL #>>",
                        "WORD b",
                        "SYMBOL ??",
                        "WORD c",
                        "PARAMETER ?",
                        "SYMBOL @>",
                        "WORD d",
                        "SYMBOL !~*",
                        "WORD e");
    }

    @Test
    void depthsCountTheParenthesesAround() throws SQLException {
        assertThat(Tokenizer.tokenize("a (b (c) d) e", Dialect.H2))
                .extracting(Token::depth)
                .containsExactly(0, 0, 1, 1, 2, 1, 1, 0, 0);
    }

    @Test
    void offsetsAreThoseOfTheText() throws SQLException {
        String sql = "  SELECT /* x */ `t_order`.a -- y";
        List<Token> tokens = Tokenizer.tokenize(sql, Dialect.MYSQL);
        assertThat(tokens.get(1).start()).isEqualTo(sql.indexOf('`'));
        assertThat(tokens.get(1).end()).isEqualTo(sql.indexOf(".a"));
    }

    @Test
    void adjacentOperatorsEndAsInTheDatabase() throws SQLException {
        assertThat(tokens(Dialect.POSTGRESQL, "a=-1")).containsExactly("WORD a", "SYMBOL =", "SYMBOL -", "NUMBER 1");
        assertThat(tokens(Dialect.POSTGRESQL, "a*-1")).containsExactly("WORD a", "SYMBOL *", "SYMBOL -", "NUMBER 1");
        assertThat(tokens(Dialect.POSTGRESQL, "a#--b\n1")).containsExactly("WORD a", "SYMBOL #", "NUMBER 1");
        assertThat(tokens(Dialect.POSTGRESQL, "a|/*b*/c")).containsExactly("WORD a", "SYMBOL |", "WORD c");
        assertThat(tokens(Dialect.POSTGRESQL, "a=?")).containsExactly("WORD a", "SYMBOL =", "PARAMETER ?");
        assertThat(tokens(Dialect.MARIADB, "a<=>-1")).containsExactly("WORD a", "SYMBOL <=>", "SYMBOL -", "NUMBER 1");
        assertThat(tokens(Dialect.H2, "a<>-1")).containsExactly("WORD a", "SYMBOL <>", "SYMBOL -", "NUMBER 1");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void lettersOfAnyLanguageMakeNames(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "größe, 編號, a\u0301")).contains("WORD größe", "WORD 編號", "WORD a\u0301");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void numbersEndBeforeTheNextSymbol(Dialect dialect) throws SQLException {
        assertThat(tokens(dialect, "1.,1.5e+3*.5=0x1F"))
                .containsExactly(
                        "NUMBER 1.", "SYMBOL ,", "NUMBER 1.5e+3", "SYMBOL *", "NUMBER .5", "SYMBOL =", "NUMBER 0x1F");
    }

    static Stream<String> unclear() {
        return Stream.of(
                "1e0FROM t",
                "1.5FROM t",
                "1FROM t",
                "1.FROM t",
                "1e",
                "0xFG",
                "1..5",
                "t.5",
                "1é",
                "a=?OR b=1",
                "a=1?",
                "LIMIT?",
                "?'a'",
                "'a'?",
                "a \u0001b",
                "a\u0000",
                "a\u000bb",
                "a\u00a0b",
                "a\u3000b",
                "a\u2028b",
                "a\u200bb",
                "\ufeffa",
                "a\u007f",
                "\ud83d\ude00",
                "\\N",
                "-- a\r b",
                "/* \u0000 */",
                "'\u0000'",
                "`a\u0000`",
                "order\u212a",
                "/*+ `a */ b");
    }

    @ParameterizedTest
    @MethodSource("unclear")
    void refusesWhatHasNoPlainEnd(String sql) {
        for (Dialect dialect : Dialect.values()) {
            assertThatThrownBy(() -> Tokenizer.tokenize(sql, dialect))
                    .as("%s: %s", dialect, sql)
                    .isInstanceOf(SQLException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).matches("(?s)SK-200[124]: .*"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "MYSQL, UNPARSABLE, SELECT 'a",
                "MYSQL, UNPARSABLE, SELECT `a",
                "H2, UNPARSABLE, SELECT \"a",
                "MYSQL, UNPARSABLE, SELECT 'a\\",
                "MYSQL, UNPARSABLE, SELECT /* a",
                "MYSQL, UNPARSABLE, SELECT (a",
                "MYSQL, UNPARSABLE, SELECT a)",
                "MYSQL, UNPARSABLE, SELECT )a(",
                "MYSQL, EXECUTABLE_COMMENT, SELECT /*! a */",
                "MARIADB, EXECUTABLE_COMMENT, SELECT /*M! a */",
                "MARIADB, EXECUTABLE_COMMENT, SELECT /*!50701 a */",
                "POSTGRESQL, UNPARSABLE, SELECT /* a /* b */ c",
                "MYSQL, UNSTABLE_PARSE, SELECT /* a /* b */ c",
                "POSTGRESQL, UNPARSABLE, SELECT $$a$",
                "POSTGRESQL, UNPARSABLE, SELECT $tag$a$tag",
                "POSTGRESQL, UNPARSABLE, SELECT E'a\\'",
                "POSTGRESQL, UNSTABLE_PARSE, SELECT E'a' 'b'",
                "POSTGRESQL, UNSTABLE_PARSE, SELECT `a`",
                "POSTGRESQL, UNSTABLE_PARSE, SELECT $1",
                "POSTGRESQL, UNSUPPORTED_SYNTAX, SELECT U&\"a\"",
                "H2, UNSUPPORTED_SYNTAX, SELECT U&\"a\"",
                "H2, UNSTABLE_PARSE, SELECT uſer",
                "H2, UNSTABLE_PARSE, SELECT ıtem",
                "H2, UNSTABLE_PARSE, SELECT straße",
                "H2, UNSTABLE_PARSE, SELECT a # b",
                "H2, UNSTABLE_PARSE, SELECT a=!b",
                "MARIADB, UNSTABLE_PARSE, SELECT a=!b",
                "MARIADB, UNSTABLE_PARSE, SELECT a@b",
                "MARIADB, UNSTABLE_PARSE, SELECT $a",
                "MARIADB, UNSTABLE_PARSE, SELECT 0X1F",
                "MARIADB, UNSTABLE_PARSE, SELECT 1_000",
                "MARIADB, UNSTABLE_PARSE, SELECT @a.b",
                "MARIADB, UNSTABLE_PARSE, SELECT a --\u0001b"
            })
    void refuses(Dialect dialect, ErrorCode code, String sql) {
        assertRefused(code, dialect, sql);
    }

    private static void assertRefused(ErrorCode code, Dialect dialect, String sql) {
        assertThatThrownBy(() -> Tokenizer.tokenize(sql, dialect))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith(code.code());
    }
}
