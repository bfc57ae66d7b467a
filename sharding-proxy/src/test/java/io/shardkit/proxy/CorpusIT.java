package io.shardkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.corpus.CorpusSuite;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.auth.Credentials;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.session.Directory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** The engine's corpus through the server: the same rows, types, counts, errors and refusals. */
class CorpusIT {
    private static final String DATABASE = "corpus";

    /**
     * The engine refuses three of these, and the server does not come to ask it. In the labels of the fourth a blank stands
     * where the server has opened an executable comment, and MariaDB has none.
     */
    private static final Set<String> ANSWERED_HERE = Set.of(
            "order-limit: executable-comment-between-words",
            "order-limit: last-insert-id",
            "order-limit: row-count",
            "order-limit: executable-comments-between-blanks-in-label");

    private static Fixture fixture;
    private static ProxyServer proxy;

    @BeforeAll
    static void start() throws SQLException {
        fixture = Fixture.fresh(Topology.MARIADB_2X2, CorpusIT::throughProxy);
    }

    @AfterAll
    static void stop() {
        proxy.close();
        fixture.close();
    }

    private static DataSource throughProxy(DataSource engine) {
        try {
            Account account =
                    new Account(ProxyFixture.USER, Credentials.of(ProxyFixture.PASSWORD), Set.of(DATABASE), false, 0);
            LogicalDatabase database = new LogicalDatabase(DATABASE, engine, ServerFacts.of(engine));
            Directory directory = new Directory(Map.of(ProxyFixture.USER, account), Map.of(DATABASE, database));
            proxy = ProxyServer.start(InetAddress.getLoopbackAddress(), 0, directory, ProxyFixture.settings(), null);
            return new AbstractDataSource() {
                @Override
                public Connection getConnection() throws SQLException {
                    return getConnection(ProxyFixture.USER, ProxyFixture.PASSWORD);
                }

                @Override
                public Connection getConnection(String user, String password) throws SQLException {
                    String url = "jdbc:mariadb://127.0.0.1:" + proxy.port() + "/" + DATABASE;
                    return leavingLast(DriverManager.getConnection(url, user, password));
                }
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicNode> corpus() {
        return new CorpusSuite(topology -> fixture).tests(Topology.MARIADB_2X2, ANSWERED_HERE);
    }

    /** A client's connections go back a moment after it has gone; here it goes only then. */
    private static Connection leavingLast(Connection client) {
        InvocationHandler handler = (made, method, arguments) -> {
            try {
                Object answer = method.invoke(client, arguments);
                if (method.getName().equals("close")) {
                    awaitNobody();
                }
                return answer;
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        };
        return (Connection)
                Proxy.newProxyInstance(CorpusIT.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
    }

    private static void awaitNobody() {
        long end = System.nanoTime() + 10_000_000_000L;
        while (proxy.connections() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(proxy.connections()).isZero();
    }
}
