package io.shardkit.proxy.backend;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A logical database that clients may choose by its name. Thread-safe. */
public final class LogicalDatabase {
    private static final int KEPT = 1000;

    private final String name;
    private final DataSource dataSource;
    private final ServerFacts facts;
    private volatile @Nullable String sqlMode;
    private final Map<String, Description> descriptions = new ConcurrentHashMap<>();

    public LogicalDatabase(String name, DataSource dataSource, ServerFacts facts) {
        this.name = name;
        this.dataSource = dataSource;
        this.facts = facts;
    }

    public String name() {
        return name;
    }

    public ServerFacts facts() {
        return facts;
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** What prepared statements of the same text were told; their columns are told again when they run. */
    Map<String, Description> descriptions() {
        if (descriptions.size() > KEPT) {
            descriptions.clear();
        }
        return descriptions;
    }

    /** The sql_mode of a fresh connection, or null if it was not asked for yet. */
    public @Nullable String sqlMode() {
        return sqlMode;
    }

    public void sqlMode(String asked) {
        sqlMode = asked;
    }

    /** Tables may have other columns now. */
    public void forgetDescriptions() {
        descriptions.clear();
    }
}
