package io.shardkit.differential.lexical;

import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.corpus.Corpus;
import io.shardkit.differential.corpus.CorpusCase;
import io.shardkit.differential.generated.StatementGenerator;
import io.shardkit.differential.generated.StatementGenerator.Query;
import io.shardkit.differential.generated.WriteGenerator;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Well-formed statements to be mutated: some in which another reading reaches other rows, those of the corpus, and
 * generated ones. All of them are accepted by the oracle, and most have literals for their keys.
 */
final class LexicalStatements {
    private static final int GENERATED = 150;
    private static final int LONGEST = 400;

    /** More tables than this, joined without a condition, give more rows than can be compared. */
    private static final int MOST_TABLES = 3;

    private static final Pattern TABLE =
            Pattern.compile("(?:FROM|JOIN|,)\\s+(?:o|i|b1|b2|u)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern LIMITED = Pattern.compile("LIMIT|OFFSET|FETCH|TOP", Pattern.CASE_INSENSITIVE);

    /** Statements that answer differently each time, depend on where they run, or have no end without their condition. */
    private static final Pattern UNSTABLE = Pattern.compile(
            "RECURSIVE|GENERATE_SERIES|SYSTEM_RANGE|REPEAT|NOW|CURRENT|RAND|UUID|SYSDATE|CONNECTION|VERSION|DATABASE|SCHEMA|@@|SLEEP|LAST_INSERT|FOUND_ROWS|ROW_COUNT"
                    + "|EXPLAIN|ctid|_ROWID_|GROUP_CONCAT|STRING_AGG|ARRAY_AGG|ANY_VALUE|FOR UPDATE|FOR SHARE|LOCK IN",
            Pattern.CASE_INSENSITIVE);

    /** Updates that may set a row to one value or another, as soon as their condition is gone. */
    private static final Pattern UPDATE_OF_JOIN = Pattern.compile(
            "UPDATE\\s[^(]*?(?:,|JOIN)[^(]*?SET\\b.*|UPDATE\\s[^(]*?FROM\\b.*", Pattern.CASE_INSENSITIVE);

    private static final List<String> QUERIES = List.of(
            "SELECT k, id, a, s FROM o WHERE k = 1",
            "SELECT k, id FROM o WHERE k = 1 AND id > 3",
            "SELECT id, s FROM o WHERE k = 2 AND s = 'a'",
            "SELECT id, s FROM o WHERE s = 'a' AND k = 2",
            "SELECT k, id FROM o WHERE k = 1 AND 'x' = 'x'",
            "SELECT 'x' AS x, k FROM o WHERE k = 1",
            "SELECT 'x', 'y', id FROM o WHERE k = 1 AND s <> 'y'",
            "SELECT a + 1, id FROM o WHERE k = 5",
            "SELECT id, dbl + 1.5 AS e FROM o WHERE k IN (1, 2)",
            "SELECT id FROM o WHERE amt > 1.5 OR k = 1",
            "SELECT id FROM o WHERE 1 = 2 OR k = 1",
            "SELECT id FROM o WHERE k = 1 OR id = 8",
            "SELECT COUNT(*) AS c, SUM(a) AS s FROM o WHERE k = 1",
            "SELECT COUNT(*) FROM o",
            "SELECT s, COUNT(*) AS c FROM o WHERE k > 0 GROUP BY s ORDER BY s",
            "SELECT a, SUM(n) AS n FROM o GROUP BY a HAVING COUNT(*) > 1 ORDER BY a",
            "SELECT id, k FROM o ORDER BY id LIMIT 3",
            "SELECT id, k FROM o ORDER BY id DESC LIMIT 2 OFFSET 1",
            "SELECT id FROM o WHERE k = 1 ORDER BY id LIMIT 1",
            "SELECT DISTINCT s FROM o WHERE k IN (1, 2, 3)",
            "SELECT o.id, i.id AS x FROM o JOIN i ON o.k = i.k AND o.id = i.o_id WHERE o.k = 1 AND i.k = 1",
            "SELECT o.id, b.s FROM o JOIN b1 b ON o.a = b.id WHERE o.k = 1 ORDER BY o.id",
            "SELECT id FROM o WHERE k = 1 UNION ALL SELECT id FROM i WHERE k = 1",
            "SELECT id FROM o WHERE k = 1 UNION SELECT id FROM o WHERE k = 3 ORDER BY id",
            "SELECT id FROM o WHERE k = 1 AND id IN (SELECT o_id FROM i WHERE k = 1)",
            "SELECT id, CASE WHEN a > 1 THEN 'x' ELSE 'y' END AS e FROM o WHERE k = 1",
            "SELECT id, s FROM b1 WHERE id < 4",
            "SELECT id, v FROM u WHERE v > 1",
            "SELECT MAX(id) AS m FROM o WHERE k = 3 AND t = 'b'",
            "SELECT t.id FROM (SELECT id, k FROM o WHERE k = 1) t WHERE t.k = 1",
            "SELECT id AS limit_, k AS offset_ FROM o WHERE k BETWEEN 1 AND 2",
            "SELECT k, id FROM o WHERE k = ? AND id > 2");

    private static final List<String> WRITES = List.of(
            "UPDATE o SET s = 'x' WHERE k = 1",
            "UPDATE o SET a = 5 WHERE k = 1 AND s = 'a'",
            "UPDATE o SET s = 'x', t = 'y' WHERE id = 6",
            "UPDATE o SET a = a + 1 WHERE k = 2 OR k = 3",
            "UPDATE o SET a = 1.5 WHERE k = 1",
            "UPDATE o SET s = 'x' WHERE k = 1 AND id = 0",
            "UPDATE b1 SET s = 'x' WHERE id = 1",
            "UPDATE b1 SET a = 7 WHERE id IN (SELECT id FROM b2 WHERE id < 3)",
            "UPDATE u SET v = 3 WHERE id = 1",
            "DELETE FROM o WHERE k = 1 AND s = 'a'",
            "DELETE FROM o WHERE k = 1",
            "DELETE FROM i WHERE k = 1 AND o_id = 2",
            "DELETE FROM b2 WHERE id = 2 OR label = 'x'",
            "DELETE FROM u WHERE id = 3",
            "INSERT INTO o (k, id, a, s) VALUES (1, 501, 3, 'x')",
            "INSERT INTO o (k, id, a, s) VALUES (1, 501, 3, 'x'), (2, 502, 4, 'y')",
            "INSERT INTO i (k, id, o_id, s) VALUES (3, 501, 7, 'it''s')",
            "INSERT INTO b1 (id, a, s) VALUES (501, 1, 'x')",
            "INSERT INTO u (id, o_id, v) VALUES (501, 1, 2)",
            "INSERT INTO b2 (id, label) SELECT id + 100, s FROM b1 WHERE id < 3");

    private final List<Sql> queries = new ArrayList<>();
    private final List<Sql> writes = new ArrayList<>();

    LexicalStatements(LexicalFixture fixture) throws SQLException {
        TestDatabase kind = fixture.database().kind();
        for (int i = 0; i < 4; i++) {
            for (String text : QUERIES) {
                addQuery(fixture, new Sql(text, text.contains("?") ? List.of(1) : List.of()));
            }
            for (String text : WRITES) {
                writes.add(new Sql(text, List.of()));
            }
        }
        Random random = Seeds.random(1);
        for (CorpusCase each : Corpus.load(kind)) {
            Sql sql = random.nextInt(3) == 0 ? each.sql() : each.sql().withLiterals();
            if (sql.isQuery()) {
                addQuery(fixture, sql);
            } else {
                addWrite(fixture, sql);
            }
        }
        for (int i = 0; i < GENERATED; i++) {
            Query query = new StatementGenerator(i, kind).query();
            addQuery(fixture, query.sql().withLiterals());
            addWrite(fixture, new WriteGenerator(random, kind).write().sql().withLiterals());
        }
    }

    Sql any(Random random) {
        List<Sql> some = random.nextInt(5) == 0 ? writes : queries;
        return some.get(random.nextInt(some.size()));
    }

    int size() {
        return queries.size() + writes.size();
    }

    private void addQuery(LexicalFixture fixture, Sql sql) throws SQLException {
        if (fits(sql) && !(fixture.ofOracle(sql, false, 0) instanceof Failure)) {
            queries.add(sql);
        }
    }

    /**
     * Adds a write, unless it has a limit: the rows that a limit leaves to a write are anyone's guess once its order is
     * not total any more.
     */
    private void addWrite(LexicalFixture fixture, Sql sql) throws SQLException {
        if (fits(sql) && !LIMITED.matcher(sql.text()).find() && !(fixture.ofOracle(sql, false, 0) instanceof Failure)) {
            fixture.checkRows(false);
            writes.add(sql);
        }
    }

    private static boolean fits(Sql sql) {
        return sql.text().length() <= LONGEST
                && TABLE.matcher(sql.text()).results().count() <= MOST_TABLES
                && !UPDATE_OF_JOIN.matcher(sql.text()).matches()
                && !UNSTABLE.matcher(sql.text()).find();
    }
}
