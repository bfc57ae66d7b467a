package io.shardkit.execute;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two servers of one cluster have the same rows, whatever tells them apart otherwise. */
class ClusterIdentityTest {

    private static void start(Dialect dialect, SameDatabase.Identity first, SameDatabase.Identity second) {
        SameDatabase.refuse(
                "sharding.data-sources.",
                List.of("one", "other"),
                List.of(new JdbcDataSource(), new JdbcDataSource()),
                dialect,
                List.of(first, second),
                false);
    }

    private static SameDatabase.Identity identity(String server, @Nullable String rows, boolean copy) {
        return new SameDatabase.Identity(server, rows, copy, null);
    }

    @Test
    void nodesOfAClusterAndReplicasAreRefused() {
        assertThatThrownBy(() ->
                        start(Dialect.MARIADB, identity("a", "uuid/shop", true), identity("b", "uuid/shop", true)))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.data-sources.other")
                .hasMessageContaining("a server of the same cluster, with the same rows, as sharding.data-sources.one");
        assertThatThrownBy(
                        () -> start(Dialect.POSTGRESQL, identity("a", "7/shop", false), identity("b", "7/shop", true)))
                .isInstanceOf(ShardingConfigurationException.class);
    }

    @Test
    void othersStart() {
        assertThatCode(() -> {
                    start(Dialect.MARIADB, identity("a", "uuid/shop", true), identity("b", "uuid/stock", true));
                    // Each is a primary: the one was a copy of the other's files.
                    start(Dialect.POSTGRESQL, identity("a", "7/shop", false), identity("b", "7/shop", false));
                    start(Dialect.MYSQL, identity("a", null, false), identity("b", null, false));
                    start(Dialect.H2, SameDatabase.UNKNOWN, SameDatabase.UNKNOWN);
                })
                .doesNotThrowAnyException();
    }
}
