package io.shardkit.driver.flyway;

import io.shardkit.driver.ShardkitDriver;
import java.sql.Connection;
import java.sql.Types;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/**
 * Tells Flyway which driver takes the URLs. A connection then says which database it is, and Flyway works with that one's
 * own type, as it does with URLs of Testcontainers. Found by {@link java.util.ServiceLoader}.
 */
public final class ShardkitDatabaseType extends BaseDatabaseType {

    /** For {@link java.util.ServiceLoader}. */
    public ShardkitDatabaseType() {}

    @Override
    public String getName() {
        return "Shardkit";
    }

    @Override
    public int getNullType() {
        return Types.NULL;
    }

    @Override
    public boolean handlesJDBCUrl(String url) {
        return url.startsWith("jdbc:shardkit:");
    }

    @Override
    public String getDriverClass(String url, ClassLoader classLoader) {
        return ShardkitDriver.class.getName();
    }

    @Override
    public boolean handlesDatabaseProductNameAndVersion(String product, String version, Connection connection) {
        return false;
    }

    @Override
    public Database<?> createDatabase(
            Configuration configuration, JdbcConnectionFactory connections, StatementInterceptor interceptor) {
        throw new IllegalStateException("the type of the databases themselves is asked");
    }

    @Override
    public Parser createParser(Configuration configuration, ResourceProvider resources, ParsingContext context) {
        throw new IllegalStateException("the type of the databases themselves is asked");
    }
}
