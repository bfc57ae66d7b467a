package io.shardkit.jdbc;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.catalog.ConnectionSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.execute.TimedPools;
import io.shardkit.options.Verification;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import io.shardkit.verify.Verifier;
import java.io.Closeable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks that a verification ends, wherever in it a server stops to answer, and says which. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class FrozenVerificationIT {
    private static final ShardingRule RULE = TestRules.over(List.of("ds0", "ds1"))
            .table(new TableRule(
                    "t_order", "ds{0..1}.t_order_0", new ShardingStrategy("user_id", new ModAlgorithm(2)), null, null))
            .table(new TableRule("t_id", "ds{0..1}.t_id", new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
            .lookup("t_order", new Lookup("id", "t_id", true))
            .broadcast("t_country")
            .build();

    /**
     * Returns the pool with something before each use of a connection that it lends.
     *
     * @param lent takes the number of connections lent until then
     */
    private static DataSource watched(DataSource pool, IntConsumer lent) {
        AtomicInteger count = new AtomicInteger();
        return (DataSource) Proxy.newProxyInstance(
                FrozenVerificationIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class, Closeable.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(pool, arguments);
                        if (answer instanceof Connection) {
                            lent.accept(count.incrementAndGet());
                        }
                        return answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private static void create(FrozenShop shop) throws Exception {
        for (int i = 0; i < 2; i++) {
            shop.runDirectly(i, "CREATE TABLE t_id (id BIGINT PRIMARY KEY, user_id BIGINT)");
            shop.runDirectly(i, "CREATE TABLE t_country (id BIGINT PRIMARY KEY)");
            shop.runDirectly(i, "INSERT INTO t_country VALUES (1)");
        }
    }

    @ParameterizedTest
    @OnDatabases(except = H2, always = MYSQL)
    void aVerificationEndsWhereverAServerStopsToAnswer(TestDatabase kind) throws Exception {
        try (FrozenShop shop = new FrozenShop(kind, 0)) {
            create(shop);
            AtomicInteger lent = new AtomicInteger();
            Map<String, DataSource> pools = new LinkedHashMap<>(shop.lent);
            pools.put("ds1", watched(shop.lent.get("ds1"), count -> lent.incrementAndGet()));
            assertThat(new Verifier(TimedPools.of(pools), RULE).verify(Verification.FULL))
                    .extracting(Object::toString)
                    .anyMatch(finding -> finding.contains("are not in it"));
            assertThat(lent).hasValueGreaterThan(5);
            for (int last = 1; last <= lent.get(); last++) {
                assertEndsFrozenAt(last, shop);
            }
        }
    }

    /** The time is so short that something may be late on a slow machine before the server is frozen: then once more. */
    private static void assertEndsFrozenAt(int last, FrozenShop shop) {
        AtomicBoolean frozen = new AtomicBoolean();
        Throwable failure = null;
        while (!frozen.get()) {
            DataSource freezing = watched(shop.lent.get("ds1"), count -> {
                if (count == last) {
                    shop.proxies.get(1).freeze();
                    frozen.set(true);
                }
            });
            ConnectionSource sources = new TimedPools(
                    List.of("ds0", "ds1"), List.of(shop.lent.get("ds0"), freezing), TimeUnit.MILLISECONDS.toNanos(200));
            failure = catchThrowable(() -> new Verifier(sources, RULE).verify(Verification.FULL));
        }
        shop.proxies.get(1).thaw();
        shop.pools.get(1).getHikariPoolMXBean().softEvictConnections();
        assertThat(failure)
                .as("frozen at connection %d", last)
                .isInstanceOfSatisfying(ShardingException.class, coded -> {
                    assertThat(coded.errorCode()).isIn(ErrorCode.DEADLINE_PASSED, ErrorCode.NO_CONNECTION);
                    assertThat(coded.detail()).contains("ds1");
                });
    }
}
