package io.shardkit.keygen;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ShardingConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A process that leases a worker id, writes keys to a file, and ends in order or without giving anything back. */
final class LeasingProcess {
    private static final int KEYS = 3000;

    private LeasingProcess() {}

    /** @param arguments URL, user, password, whether it ends in order, and the file */
    public static void main(String[] arguments) throws Exception {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(arguments[0]);
        pool.setUsername(arguments[1]);
        pool.setPassword(arguments[2]);
        pool.setMaximumPoolSize(2);
        KeyGenerator keys = leased(pool);
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < KEYS; i++) {
            try {
                made.append(keys.nextKey()).append('\n');
            } catch (KeyGenerationException lost) {
                // Another one was faster where this process was not run in time.
                Thread.sleep(100);
            }
            if (i % 100 == 0) {
                Thread.sleep(20);
            }
        }
        Files.writeString(Path.of(arguments[4]), made);
        if (Boolean.parseBoolean(arguments[3])) {
            ((AutoCloseable) keys).close();
        }
        Runtime.getRuntime().halt(0);
    }

    private static KeyGenerator leased(HikariDataSource pool) throws InterruptedException {
        Map<String, String> settings = Map.of(
                "worker-id",
                "lease",
                "max-worker-id",
                "3",
                "lease-time",
                "1s",
                "create-table",
                "true",
                "max-tolerate-time-difference-milliseconds",
                "50");
        while (true) {
            try {
                return KeyGeneratorRegistry.builtIn()
                        .create(
                                "keys",
                                "keys",
                                "snowflake",
                                settings,
                                new GeneratorTypesTest.Pools(Map.of("ds0", pool)));
            } catch (ShardingConfigurationException allHeld) {
                Thread.sleep(100);
            }
        }
    }
}
