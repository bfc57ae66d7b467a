package io.shardkit.keygen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Settings;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what the settings of each type of generator mean, and which are refused. */
class GeneratorTypesTest {
    private static final String PROPERTY = "sharding.key-generators.keys";
    private static final KeyGeneratorRegistry TYPES = KeyGeneratorRegistry.builtIn();

    private static KeyGenerator create(String type, Map<String, String> settings) {
        return TYPES.create(PROPERTY, "keys", type, settings, new Pools(Map.of()));
    }

    /** Data sources for generators, in the order of their names. */
    record Pools(Map<String, DataSource> pools) implements KeyDatabases {
        @Override
        public List<String> names() {
            return pools.keySet().stream().sorted().toList();
        }

        @Override
        public DataSource named(String name) {
            return Stream.ofNullable(pools.get(name)).findFirst().orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "snowflakes| x| 1| .type| is not one of the types",
                "snowflake| workerid2| 1| .props.workerid2| not a setting of type snowflake",
                "snowflake| worker-id| 1024| .props.worker-id| 1024 is not between 0 and 1023",
                "snowflake| worker-id| -1| .props.worker-id| -1 is not between 0 and 1023",
                "snowflake| worker-id| seven| .props.worker-id| neither a number nor env:NAME, ordinal or lease",
                "snowflake| worker-id| env:NO_SUCH_NAME| .props.worker-id| NO_SUCH_NAME is not set",
                "snowflake| worker-id| lease| .props.data-source| there is no data source",
                "snowflake| lease-time| 30s| .props.lease-time| for worker-id lease only",
                "snowflake| epoch| 2024-01-01| .props.epoch| not an instant in UTC",
                "snowflake| epoch| 2999-01-01T00:00:00Z| .props.epoch| not within the last 69 years",
                "snowflake| epoch| 1940-01-01T00:00:00Z| .props.epoch| not within the last 69 years",
                "snowflake| max-tolerate-time-difference-milliseconds| -1|"
                        + " .props.max-tolerate-time-difference-milliseconds| -1 is less than 0",
                "uuid| version| 5| .props.version| 5 is neither 4 nor 7",
                "uuid| format| short| .props.format| neither canonical nor hex",
                "segment| block-size| 0| .props.block-size| 0 is less than 1",
                "segment| block-size| 10| .props.data-source| there is no data source",
                "nanoid| alphabet| aab| .props.alphabet| different characters",
                "nanoid| alphabet| a| .props.alphabet| different characters",
                "nanoid| length| 7| .props.length| too few",
                "nanoid| length| 0| .props.length| 0 is less than 1",
            })
    void explainsAWrongSetting(String type, String name, String value, String property, String why) {
        assertThatThrownBy(() -> create(type, Map.of(name, value)))
                .hasMessageStartingWith(ErrorCode.INVALID_SETTING.code())
                .hasMessageContaining(PROPERTY + property)
                .hasMessageContaining(why);
    }

    @Test
    void readsTheWorkerIdFromWhereItIsSet() {
        Map<String, String> environment = Map.of("POD", " 12 ", "BAD", "x", "HOSTNAME", "orders-3");
        assertThat(worker("env:POD", environment)).isEqualTo(12);
        assertThat(worker("ordinal", environment)).isEqualTo(3);
        assertThat(worker("ORDINAL", Map.of("HOSTNAME", "orders-17.orders.svc.cluster.local")))
                .isEqualTo(17);
        assertThat(worker("1023", environment)).isEqualTo(1023);
        assertThat(worker("", environment)).isZero();
        assertThatThrownBy(() -> worker("env:BAD", environment)).hasMessageContaining("BAD is not a whole number");
        assertThatThrownBy(() -> worker("ordinal", Map.of("HOSTNAME", "orders")))
                .hasMessageContaining("'orders' does not end in a number");
        assertThatThrownBy(() -> worker("ordinal", Map.of("HOSTNAME", "orders-1024")))
                .hasMessageContaining("1024 is not between 0 and 1023");
    }

    private static long worker(String written, Map<String, String> environment) {
        Settings settings = new Settings(PROPERTY + ".props", Map.of("worker-id", written));
        WorkerIds workers = new WorkerIdSettings("keys", settings, new Pools(Map.of()), 10, environment::get).read();
        return workers.grant(System.currentTimeMillis()).worker();
    }

    @Test
    void snowflakeCountsFromItsEpochInUtc() {
        Instant epoch = Instant.parse("2024-01-01T00:00:00Z");
        KeyGenerator keys = create("SNOWFLAKE", Map.of("worker-id", "5", "epoch", epoch.toString()));
        long before = System.currentTimeMillis();
        long key = (Long) keys.nextKey();
        assertThat(epoch.toEpochMilli() + (key >>> 22)).isBetween(before, System.currentTimeMillis());
        assertThat(key >>> 12 & 1023).isEqualTo(5);
    }

    @Test
    void embedsShardsOfAnyNumberOfBitsWithoutADuplicate() {
        EmbeddingKeyGenerator keys =
                (EmbeddingKeyGenerator) create("snowflake", Map.of("worker-id", "1", "embed", "USER_ID"));
        assertThat(keys.embeddedColumn()).isEqualTo("user_id");
        Set<Long> all = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            int bits = i % 11;
            int shard = i * 31 & (1 << bits) - 1;
            long key = keys.nextKey(shard, bits);
            assertThat(key & (1L << bits) - 1).isEqualTo(shard);
            all.add(key);
            all.add((Long) keys.nextKey());
        }
        assertThat(all).hasSize(40_000);
    }

    @Test
    void uuidsAreOfTheVersionAndForm() {
        UUID seven = (UUID) create("uuid", Map.of()).nextKey();
        assertThat(seven.version()).isEqualTo(7);
        assertThat(seven.variant()).isEqualTo(2);
        assertThat(seven.getMostSignificantBits() >>> 16)
                .isBetween(System.currentTimeMillis() - 10_000, System.currentTimeMillis() + 1000);
        UUID four = (UUID) create("uuid", Map.of("version", "4")).nextKey();
        assertThat(four.version()).isEqualTo(4);
        assertThat(create("uuid", Map.of("version", "4", "format", "hex")).nextKey())
                .asString()
                .matches("[0-9a-f]{12}4[0-9a-f]{19}");
    }

    @Test
    void uuidsOfVersionSevenIncrease() {
        KeyGenerator keys = create("uuid", Map.of());
        List<String> texts = Stream.generate(keys::nextKey)
                .limit(10_000)
                .map(Object::toString)
                .toList();
        assertThat(texts).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void nanoidsAreOfTheAlphabetAndSpreadEvenly() {
        assertThat(create("nanoid", Map.of()).nextKey()).asString().matches("[A-Za-z0-9_-]{21}");
        KeyGenerator keys = create("nanoid", Map.of("alphabet", "abcde", "length", "100"));
        int[] counts = new int[5];
        for (int i = 0; i < 1000; i++) {
            keys.nextKey().toString().chars().forEach(character -> counts[character - 'a']++);
        }
        for (int count : counts) {
            assertThat(count).isBetween(19_000, 21_000);
        }
    }

    @Test
    void eightThreadsOfAMillionKeysEachMakeNoneTwice() throws Exception {
        try (HikariDataSource pool = TestDatabase.H2.create("keys")) {
            unique("snowflake", Map.of("worker-id", "3"), pool);
            unique("segment", Map.of("create-table", "true", "block-size", "20000"), pool);
        }
    }

    private static void unique(String type, Map<String, String> settings, DataSource pool) throws Exception {
        KeyGenerator keys = TYPES.create(PROPERTY, "keys", type, settings, new Pools(Map.of("ds0", pool)));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            long[] all = new long[8_000_000];
            List<Future<?>> parts = Stream.iterate(0, part -> part + 1_000_000)
                    .limit(8)
                    .<Future<?>>map(from -> threads.submit((Callable<Void>) () -> {
                        for (int i = 0; i < 1_000_000; i++) {
                            all[from + i] = (Long) keys.nextKey();
                        }
                        return null;
                    }))
                    .toList();
            for (Future<?> part : parts) {
                part.get();
            }
            Arrays.parallelSort(all);
            for (int i = 1; i < all.length; i++) {
                if (all[i] == all[i - 1]) {
                    throw new AssertionError(type + " made " + all[i] + " twice");
                }
            }
        } finally {
            threads.shutdownNow();
            ((AutoCloseable) keys).close();
        }
    }

    @Test
    void saysHowToMakeAMissingTable() throws SQLException {
        try (HikariDataSource pool = TestDatabase.H2.create("keys")) {
            for (String type : List.of("segment", "snowflake")) {
                Map<String, String> settings =
                        type.equals("segment") ? Map.of() : Map.of("worker-id", "lease", "data-source", "ds0");
                assertThatThrownBy(() -> TYPES.create(PROPERTY, "keys", type, settings, new Pools(Map.of("ds0", pool))))
                        .hasMessageContaining(PROPERTY + ".props.table")
                        .hasMessageContaining("CREATE TABLE sharding_");
            }
            assertThatThrownBy(() -> TYPES.create(
                            PROPERTY, "keys", "segment", Map.of("data-source", "ds9"), new Pools(Map.of("ds0", pool))))
                    .hasMessageStartingWith(ErrorCode.UNKNOWN_DATA_SOURCE.code());
        }
    }

    @Test
    void describesEachTypeAndItsSettings() {
        assertThat(TYPES.factories().stream().map(KeyGeneratorFactory::type))
                .containsExactly("snowflake", "uuid", "segment", "nanoid");
        assertThat(TYPES.factories())
                .allSatisfy(factory -> assertThat(factory.settings()).allSatisfy(setting -> {
                    assertThat(setting.name()).matches("[a-z-]+");
                    assertThat(setting.description()).isNotBlank().doesNotEndWith(".");
                }));
    }
}
