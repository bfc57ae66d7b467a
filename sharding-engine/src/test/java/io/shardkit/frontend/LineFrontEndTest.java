package io.shardkit.frontend;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.catalog.DatabaseCatalog;
import io.shardkit.dialect.Dialect;
import io.shardkit.execute.run.Shards;
import io.shardkit.options.ShardingOptions;
import io.shardkit.planner.PlanCache;
import io.shardkit.planner.Planner;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A front end that is not JDBC runs every kind of statement through execution's front door. */
class LineFrontEndTest {
    private LineFrontEnd frontEnd;
    private Client client;

    @BeforeEach
    void open() throws SQLException, IOException {
        Map<String, DataSource> pools = new LinkedHashMap<>();
        pools.put("ds0", database());
        pools.put("ds1", database());
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("t_order", "ds{0..1}.t_order_{0..1}", by("user_id"), by("order_id"), null))
                .build();
        ShardingOptions options =
                ShardingOptions.builder().executor(Runnable::run).build();
        Shards shards = Shards.open(pools, rule, options);
        Dialect dialect = shards.facts().dialect();
        DatabaseCatalog catalog = new DatabaseCatalog(
                rule, shards.databases(), dialect, shards.facts().settings());
        frontEnd = new LineFrontEnd(shards, new PlanCache(100, new Planner(rule, catalog, dialect, options.limits())));
        client = new Client(frontEnd.port());
        client.send("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, total INT NOT NULL)");
        assertThat(client.send("INSERT INTO t_order VALUES (1, 1, 30), (2, 2, 20), (3, 3, 10), (4, 4, 40)"))
                .containsExactly("count 4");
    }

    private static ShardingStrategy by(String column) {
        return new ShardingStrategy(column, new ModAlgorithm(2));
    }

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1");
        return database;
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        frontEnd.close();
    }

    @Test
    void oneUnit() throws IOException {
        assertThat(client.send("SELECT order_id, total FROM t_order WHERE user_id = 3 AND order_id = 3"))
                .containsExactly("order_id\ttotal", "3\t10");
        assertThat(client.send("UPDATE t_order SET total = 11 WHERE user_id = 3 AND order_id = 3"))
                .containsExactly("count 1");
    }

    @Test
    void mergedRowsWithoutHiddenColumns() throws IOException {
        assertThat(client.send("SELECT order_id FROM t_order ORDER BY total DESC LIMIT 3"))
                .containsExactly("order_id", "4", "1", "2");
        assertThat(client.send("SELECT COUNT(*) AS n, SUM(total) AS s FROM t_order"))
                .containsExactly("n\ts", "4\t100");
    }

    @Test
    void gatheredRows() throws IOException {
        assertThat(client.send("SELECT order_id, RANK() OVER (ORDER BY total) AS r FROM t_order ORDER BY r"))
                .containsExactly("order_id\tr", "3\t1", "2\t2", "1\t3", "4\t4");
        assertThat(client.send("UPDATE t_order SET total = 0 WHERE order_id IN (SELECT MAX(order_id) FROM t_order)"))
                .containsExactly("count 1");
    }

    @Test
    void transactions() throws IOException {
        assertThat(client.send("BEGIN")).containsExactly("count 0");
        assertThat(client.send("UPDATE t_order SET total = 0 WHERE total > 5")).containsExactly("count 4");
        client.send("ROLLBACK");
        assertThat(client.send("SELECT SUM(total) AS s FROM t_order")).containsExactly("s", "100");
    }

    @Test
    void refusalsAndErrors() throws IOException {
        assertThat(client.send("SELECT nothing FROM t_order"))
                .singleElement()
                .asString()
                .startsWith("error ");
        assertThat(client.send("EXPLAIN SHARDING SELECT * FROM t_order")).hasSizeGreaterThan(1);
    }

    @Test
    void knowsNothingOfJdbc() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.shardkit.jdbc..")
                .check(new ClassFileImporter().importPackages("io.shardkit.frontend"));
    }

    /** Writes lines and reads answers. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;
        private final PrintWriter out;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        }

        List<String> send(String sql) throws IOException {
            out.print(sql + "\n");
            out.flush();
            List<String> answer = new ArrayList<>();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                answer.add(line);
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
