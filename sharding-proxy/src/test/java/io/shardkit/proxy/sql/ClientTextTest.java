package io.shardkit.proxy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTextTest {

    private static List<String> split(String sql) {
        return ClientText.split(sql).stream().map(ClientText::sql).toList();
    }

    @Test
    void semicolonsOfStringsAndCommentsSeparateNothing() {
        assertThat(split("SELECT 'a;b'; SELECT \"c\\\";d\" /* ; */; -- ;\nSELECT `e;f` # ;"))
                .containsExactly("SELECT 'a;b'", "SELECT \"c\\\";d\" /* ; */", "SELECT `e;f` # ;");
        assertThat(split(";; ;")).isEmpty();
        assertThat(split("SELECT 1;")).containsExactly("SELECT 1");
        assertThat(split("CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t",
                "load/**/data/* x */local\ninfile '/etc/passwd' into table t",
                "LOAD XML LOCAL INFILE 'a' INTO TABLE t",
                "SET STATEMENT max_statement_time=1 FOR LOAD DATA LOCAL INFILE 'a' INTO TABLE t"
            })
    void filesOfTheClientAreSeen(String sql) {
        assertThat(ClientText.of(sql).loadsLocal()).isTrue();
    }

    @Test
    void executableCommentsHideNothing() {
        String opened = ExecutableComments.open("LOAD DATA /*!50000 LOCAL */ INFILE 'a' INTO TABLE t", 110405, true);
        assertThat(ClientText.of(opened).loadsLocal()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT 1, false",
        "'SELECT @a', false",
        "'SELECT @a := 1', true",
        "SELECT @@version, false",
        "'SELECT id INTO @a FROM t', true",
        "'SET @a = 1', false",
        "'SELECT GET_LOCK(''x'', 1)', true",
        "CREATE TEMPORARY TABLE t (id INT), true",
        "CREATE TABLE temporary_things (id INT), false",
        "CALL p(), true",
        "PREPARE s FROM 'SELECT 1', true",
        "'INSERT INTO t VALUES (1, ''@a := 1'')', false",
        "'SELECT NEXT VALUE FOR s', true"
    })
    void whatStaysOnAConnectionIsSeen(String sql, boolean keeps) {
        assertThat(ClientText.of(sql).keeps()).isEqualTo(keeps);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE t (id INT) /*! ENGINE = innodb */ | CREATE TABLE t (id INT)   ENGINE = innodb  ",
                "SELECT /*!80000 1 + */ 2 | SELECT   2",
                "SELECT /*!50100 1 + */ 2 | SELECT   1 +   2",
                "SELECT /*M!100100 1 + */ 2 | SELECT   1 +   2",
                "SELECT /*M!999999 1 + */ 2 | SELECT   2",
                "SELECT '/*! a */' /* b */ | SELECT '/*! a */' /* b */",
                "SELECT /*! '*/' */ | SELECT   '*/'  "
            })
    void executableCommentsAreOpened(String sql, String opened) {
        assertThat(ExecutableComments.open(sql, 110405, true).strip().replaceAll("\\s+", " "))
                .isEqualTo(opened.strip().replaceAll("\\s+", " "));
    }
}
