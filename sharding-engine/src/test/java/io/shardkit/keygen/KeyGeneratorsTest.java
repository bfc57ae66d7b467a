package io.shardkit.keygen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.observe.LeaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class KeyGeneratorsTest {
    private static JdbcDataSource pool() {
        JdbcDataSource pool = new JdbcDataSource();
        pool.setURL("jdbc:h2:mem:generators-" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return pool;
    }

    private static long worker(Object key) {
        return (long) key >>> 12 & 1023;
    }

    @Test
    void snowflakeHasTheWorkerIdAndTheEpoch() {
        Instant epoch = Instant.now().minus(Duration.ofDays(1));
        try (KeyGenerator keys =
                KeyGenerators.snowflake(s -> s.worker(7).epoch(epoch).tolerance(Duration.ofMillis(5)))) {
            long key = (long) keys.nextKey();
            assertThat(worker(key)).isEqualTo(7);
            assertThat(key >>> 22).isBetween(86_400_000L - 1000, 86_400_000L + 600_000);
        }
        assertThat(worker(KeyGenerators.snowflake(1023).nextKey())).isEqualTo(1023);
        assertThat(worker(KeyGenerators.snowflake().nextKey())).isZero();
        assertThatThrownBy(() -> KeyGenerators.snowflake(1024))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("snowflake.worker-id: 1024 is not between 0 and 1023");
    }

    @Test
    void snowflakeMayEmbedAShard() {
        KeyGenerator keys = KeyGenerators.snowflake(s -> s.worker(1).embed("User_Id"));
        assertThat(((EmbeddingKeyGenerator) keys).embeddedColumn()).isEqualTo("user_id");
        assertThat(((EmbeddingKeyGenerator) keys).nextKey(3, 2) & 3).isEqualTo(3);
    }

    @Test
    void leasedWorkerIdsDifferWhileTheyAreHeld() {
        JdbcDataSource pool = pool();
        try (KeyGenerator one = leased(pool);
                KeyGenerator other = leased(pool)) {
            assertThat(worker(one.nextKey())).isNotEqualTo(worker(other.nextKey()));
            assertThat(one.lease()).isInstanceOf(LeaseState.class);
            assertThatThrownBy(() -> leased(pool)).isInstanceOf(ShardingConfigurationException.class);
        }
    }

    private static KeyGenerator leased(JdbcDataSource pool) {
        return KeyGenerators.snowflake(s -> s.leasedWorker(pool, Duration.ofMinutes(5))
                .greatestWorker(1)
                .table("workers")
                .createTable());
    }

    @Test
    void segmentsAreSharedByTheTable() {
        JdbcDataSource pool = pool();
        try (KeyGenerator one = KeyGenerators.segment(
                        "orders",
                        pool,
                        s -> s.createTable().blockSize(2).firstKey(100).fetchAheadPercent(100));
                KeyGenerator other = KeyGenerators.segment("orders", pool, s -> s.blockSize(5));
                KeyGenerator apart = KeyGenerators.segment("items", pool)) {
            assertThat(one.nextKey()).isEqualTo(100L);
            assertThat(other.nextKey()).isEqualTo(102L);
            assertThat(one.nextKey()).isEqualTo(101L);
            assertThat(apart.nextKey()).isEqualTo(1L);
        }
        assertThatThrownBy(() -> KeyGenerators.segment("orders", pool()))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("segment.table: the table database.sharding_segment cannot be read");
    }

    @Test
    void uuidsAndNanoids() {
        assertThat(((UUID) KeyGenerators.uuid().nextKey()).version()).isEqualTo(7);
        assertThat((String) KeyGenerators.uuid(4, true).nextKey()).matches("[0-9a-f]{32}");
        assertThat((String) KeyGenerators.nanoid().nextKey()).hasSize(21);
        assertThat((String) KeyGenerators.nanoid("abcdefgh", 30).nextKey()).matches("[a-h]{30}");
        assertThatThrownBy(() -> KeyGenerators.nanoid("ab", 3)).hasMessageContaining("nanoid.length");
    }

    @Test
    void everyTypeIsThere() {
        assertThat(KeyGeneratorRegistry.builtIn().factories())
                .extracting(KeyGeneratorFactory::type)
                .containsExactlyInAnyOrder("snowflake", "segment", "uuid", "nanoid");
        assertThat(KeyGenerators.uuid().lease()).isNull();
    }
}
