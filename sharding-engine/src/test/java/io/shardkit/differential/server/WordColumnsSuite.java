package io.shardkit.differential.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.RowText;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Columns that are called like keywords and functions, in all places of a statement, as far as the database has them. */
final class WordColumnsSuite {
    private static final int ROWS = 8;

    private static final String WORDS =
            """
            session_id row_count identity sleep found_rows last_insert_id get_lock nextval currval lastval
            connection_id benchmark lock_mode sysdate systimestamp today utc_date utc_time now comment language first current rows lock rank over offset next only
            year month day hour minute second date time timestamp value values key type status level condition
            option position name data text begin end start commit rollback work action add after before any array
            at cache chain check close cluster column contains cycle database declare delimiter do duplicate each
            enable escape event every exclude execute explain fields file filter flush following format found full
            function global hash help hosts import index instance interval isolation last leave less local logs
            match memory merge mode modify names national new no none number offline old online open owner parser
            partial partition password percent phase plugin preceding prepare preserve prev privileges process
            query quick read recover refresh release remove repair repeat replace reset resource restore return
            reverse role rollup routine row savepoint schedule schema security sequence serial server session
            share show signal similar slow snapshot some sounds source sql stop storage string subject system
            tables temporary ties transaction trigger truncate types unbounded unknown until use variables view
            wait week weight window without wrapper zone overlaps within groups qualify sample top minus cume
            total count sum min max avg left right mod div binary collate extract trim cast substring overlay
            coalesce nullif greatest least grouping lateral materialized nothing ordinality precision public
            json enum set int integer varchar real float boolean bit clob point desc asc like ilike rlike""";

    private static final List<String> FORMS = List.of(
            "SELECT id, $ FROM o",
            "SELECT o.$, id FROM o",
            "SELECT p.$ AS x FROM o p",
            "SELECT $ AS x FROM o",
            "SELECT $ x FROM o",
            "SELECT id FROM o WHERE id > 1 AND $ IN ('v1', 'v2')",
            "SELECT p.id FROM o p WHERE p.$ = 'v1' AND k = 1",
            "SELECT id FROM o WHERE NOT $ LIKE 'v1' OR $ IS NULL",
            "SELECT id FROM o WHERE $ IS NOT NULL AND $ BETWEEN 'v1' AND 'v2'",
            "SELECT id, $ FROM o ORDER BY $, id",
            "SELECT p.id, p.$ FROM o p ORDER BY p.$ DESC, p.id LIMIT 3",
            "SELECT $, COUNT(*) FROM o GROUP BY $",
            "SELECT p.$, MAX(p.id) FROM o p GROUP BY p.$ ORDER BY p.$",
            "SELECT MAX($), COUNT(DISTINCT $) FROM o",
            "SELECT CASE WHEN $ = 'v1' THEN $ ELSE 'z' END FROM o",
            "SELECT x.$ FROM (SELECT $ FROM o) x",
            "SELECT id AS $ FROM o WHERE id > 2",
            "SELECT a.$, b.$ FROM o a JOIN o b ON a.k = b.k AND a.id = b.id AND a.$ = b.$",
            "INSERT INTO o (id, k, $) VALUES (9, 4, 'n')",
            "INSERT INTO o ($, id, k) VALUES ('n', 9, 4), ('m', 8, 3)",
            "UPDATE o SET $ = 'u' WHERE id = 3",
            "UPDATE o SET $ = 'u' WHERE k = 1 AND $ = 'v1'",
            "DELETE FROM o WHERE $ = 'v2'");

    /** The column is called so in quotes; without them some databases take it for a value of their own. */
    private static final List<String> USERS = List.of(
            "SELECT id FROM o WHERE user = 'v1'",
            "SELECT id FROM o WHERE user <> 'v1'",
            "SELECT id FROM o WHERE o.user = 'v1'",
            "SELECT o.user, id FROM o",
            "SELECT p.user, COUNT(*) FROM o p GROUP BY p.user",
            "SELECT id, o.user FROM o ORDER BY o.user DESC, id",
            "UPDATE o SET status = 'u' WHERE user = 'v1' AND id = 3 AND k = 1",
            "UPDATE o SET status = 'u' WHERE o.user = 'v1' AND k = 1");

    private WordColumnsSuite() {}

    static void run(TestDatabase database) throws SQLException {
        List<HikariDataSource> pools = new ArrayList<>();
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < 3; i++) {
                pools.add(database.create(i == 2 ? "whole" : "shard" + i, i % 2));
            }
            DataSource whole = pools.get(2);
            List<String> words = accepted(whole);
            String quote = database.speaksMysql() ? "`" : "\"";
            String columns = words.stream().map(word -> word + " VARCHAR(9)").collect(Collectors.joining(", "));
            columns += ", " + quote + "user" + quote + " VARCHAR(9)";
            for (int i = 0; i < 3; i++) {
                int source = i == 2 ? SpreadTable.WHOLE : i;
                SpreadTable.execute(pools.get(i), SpreadTable.statements(source, columns, ROWS, id -> {
                    List<String> values = new ArrayList<>(Collections.nCopies(words.size(), "'v" + id % 3 + "'"));
                    values.add("'v" + id % 3 + "'");
                    return String.join(", ", values);
                }));
            }
            DataSource sharded = SpreadTable.engine(
                    pools.get(0), pools.get(1), SpreadTable.rule().build(), executor);
            List<String> differences = new ArrayList<>();
            // A server takes ten times as long as H2: there, a word gets every fifth form, and the next words the
            // others.
            int step = database == TestDatabase.H2 ? 1 : 5;
            for (int i = 0; i < words.size(); i++) {
                for (int form = i % step; form < FORMS.size(); form += step) {
                    compare(whole, sharded, FORMS.get(form).replace("$", words.get(i)), differences);
                }
            }
            USERS.forEach(sql -> compare(whole, sharded, sql, differences));
            assertThat(differences).isEmpty();
            assertThat(words).hasSizeGreaterThan(100).contains("session_id", "comment", "language", "first");
        } finally {
            pools.forEach(HikariDataSource::close);
            executor.shutdownNow();
        }
    }

    /** The words that the database takes for a column as they are. */
    private static List<String> accepted(DataSource database) throws SQLException {
        List<String> accepted = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String word : WORDS.split("\\s+")) {
                try {
                    statement.execute("CREATE TABLE probe (id INT, " + word + " VARCHAR(9))");
                } catch (SQLException reserved) {
                    continue;
                }
                statement.execute("DROP TABLE probe");
                accepted.add(word);
            }
        }
        return accepted;
    }

    private static void compare(DataSource whole, DataSource sharded, String sql, List<String> differences) {
        List<String> expected;
        try {
            expected = answer(whole, sql);
        } catch (SQLException notTaken) {
            return;
        }
        try {
            List<String> actual = answer(sharded, sql);
            if (!actual.equals(expected)) {
                differences.add(sql + ": " + actual + " instead of " + expected);
            }
        } catch (SQLException e) {
            differences.add(sql + ": " + e.getMessage());
        }
    }

    /** Rows and labels, or what the table holds after a write, which is rolled back. */
    private static List<String> answer(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            List<String> lines = new ArrayList<>();
            if (!statement.execute(sql)) {
                lines.add(String.valueOf(statement.getUpdateCount()));
                statement.execute("SELECT * FROM o");
            }
            try (ResultSet rows = statement.getResultSet()) {
                int columns = rows.getMetaData().getColumnCount();
                for (int i = 1; i <= columns; i++) {
                    lines.add(rows.getMetaData().getColumnLabel(i));
                }
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(RowText.line(rows, columns));
                }
                if (!sql.contains("ORDER BY")) {
                    Collections.sort(found);
                }
                lines.addAll(found);
            }
            connection.rollback();
            return lines;
        }
    }
}
