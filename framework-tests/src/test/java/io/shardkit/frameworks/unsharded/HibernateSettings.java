package io.shardkit.frameworks.unsharded;

import io.shardkit.testing.TestDatabase;
import java.util.Map;
import org.hibernate.dialect.MariaDBDialect;

/** Settings without which Hibernate does not start on a database, sharded or not. */
public final class HibernateSettings {
    private HibernateSettings() {}

    /**
     * The dialect, where Hibernate cannot learn it from the driver: Connector/J asks MariaDB's information_schema.keywords
     * for a column that only MySQL's has, and fails.
     */
    public static Map<String, Object> of(TestDatabase kind) {
        return kind == TestDatabase.MARIADB_CONNECTOR_J
                ? Map.of("hibernate.dialect", MariaDBDialect.class.getName())
                : Map.of();
    }
}
