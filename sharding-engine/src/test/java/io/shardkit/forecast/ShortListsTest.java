package io.shardkit.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortListsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '^',
            textBlock =
                    """
                    a IN (?,?,?) AND b = ?                  ~ a IN (?, ...) AND b = ?
                    a in(?, ?)                              ~ a in(?, ...)
                    a IN (?)                                ~ a IN (?)
                    a IN (?, b, ?)                          ~ a IN (?, b, ?)
                    f(?, ?)                                 ~ f(?, ?)
                    VALUES (?,?, ?),(?, ?,?) , (?,?,?)      ~ VALUES (?, ?, ?), ...
                    VALUES (?, NOW()), (?, NOW()) ON x      ~ VALUES (?, NOW()), ... ON x
                    VALUES (?, ?), (?, NULL), (?, NULL)     ~ VALUES (?, ?), (?, NULL), ...
                    (a, b) IN ((?, ?), (?, ?))              ~ (a, b) IN ((?, ?), ...)
                    VALUES (?), (?, ?)                      ~ VALUES (?), (?, ?)
                    f(a), (a)                               ~ f(a), (a)
                    SELECT `a,(b` , "c ( d" FROM t          ~ SELECT `a,(b`, "c ( d" FROM t
                    SELECT 'a, b' /* c */ FROM t WHERE d IN (1, 'e') ~ SELECT ? FROM t WHERE d IN (?, ...)
                    SELECT ((?)                             ~ (a text that cannot be read)
                    """)
    void listsHaveNoLength(String text, String expected) {
        assertThat(ShortLists.of(text, Dialect.H2)).isEqualTo(expected);
    }

    @Test
    void listsOfAnyLengthAreOneText() {
        String rows = "(?, ?)" + ", (?, ?)".repeat(100_000);
        assertThat(ShortLists.of("INSERT INTO t (a, b) VALUES " + rows, Dialect.H2))
                .isEqualTo("INSERT INTO t (a, b) VALUES (?, ?), ...");
    }
}
