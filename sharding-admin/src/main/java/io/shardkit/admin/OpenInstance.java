package io.shardkit.admin;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ConfiguredDataSource;
import io.shardkit.export.TableExport;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.membership.Member;
import io.shardkit.membership.Membership;
import io.shardkit.move.Moves;
import io.shardkit.verify.Verifier;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** The databases of a file: an instance like those of the application, as long as the command runs. Thread-safe. */
final class OpenInstance implements AutoCloseable {
    private final ConfiguredDataSource configured;

    private OpenInstance(ConfiguredDataSource configured) {
        this.configured = configured;
    }

    /** Opens no more connections than the command uses, whatever an application of the same file keeps open. */
    private static final class FewConnections implements BeanPostProcessor {
        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof HikariDataSource pool) {
                pool.setMinimumIdle(0);
            }
            return bean;
        }
    }

    /**
     * Opens the databases.
     *
     * @param file a path, or a location that begins with {@code classpath:} or {@code file:}
     * @param next the same for the file with the wanted rule; null if there is none
     * @throws SQLException if the file cannot be used, or a database cannot be reached
     */
    static OpenInstance of(String file, @Nullable String next) throws SQLException {
        return new OpenInstance(ConfiguredDataSource.open(
                located(file),
                next == null ? null : located(next),
                Map.of("sharding.rule-store.instance", "sharding-admin@" + hostAndProcess()),
                new FewConnections()));
    }

    private static String located(String file) {
        return file.startsWith("classpath:") || file.startsWith("file:") ? file : "file:" + file;
    }

    private static String hostAndProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            host = "localhost";
        }
        return host + ":" + ProcessHandle.current().pid();
    }

    ShardingDataSource dataSource() {
        return configured.dataSource();
    }

    Moves moves() {
        return dataSource().moves();
    }

    Verifier verifier() {
        return configured.verifier();
    }

    TableExport export() throws SQLException {
        return configured.export();
    }

    Membership membership() throws SQLException {
        return dataSource().unwrap(Membership.class);
    }

    /** Returns the names of the other instances that run. */
    List<String> others() throws SQLException {
        Membership own = membership();
        return own.members().stream()
                .map(Member::instance)
                .filter(name -> !name.equals(own.instance()))
                .toList();
    }

    @Override
    public void close() {
        configured.close();
    }
}
