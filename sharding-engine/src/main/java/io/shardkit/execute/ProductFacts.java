package io.shardkit.execute;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a database reports about itself without a question: product, version, URL, quoting, limits, features.
 * Read once, so that no later question takes a connection. Immutable.
 */
public final class ProductFacts {
    /** In place of an answer, where the driver refuses the feature. */
    private static final Object REFUSED = new Object();

    private final Map<Method, Object> answers = new HashMap<>();

    private ProductFacts() {}

    /** Asks a database everything that takes no argument and is no table. */
    static ProductFacts read(DatabaseMetaData metaData) throws SQLException {
        // A pool takes a feature that is refused for a sign of a broken connection, so it is not the one to ask.
        DatabaseMetaData driver =
                metaData.isWrapperFor(DatabaseMetaData.class) ? metaData.unwrap(DatabaseMetaData.class) : metaData;
        ProductFacts facts = new ProductFacts();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            if (isFact(method)) {
                facts.read(driver, method);
            }
        }
        return facts;
    }

    private static boolean isFact(Method method) {
        return method.getParameterCount() == 0
                && method.getReturnType() != ResultSet.class
                && method.getReturnType() != Connection.class;
    }

    private void read(DatabaseMetaData metaData, Method method) throws SQLException {
        try {
            Object answer = method.invoke(metaData);
            if (answer != null) {
                answers.put(method, answer);
            }
        } catch (InvocationTargetException refused) {
            Throwable cause = refused.getCause();
            if (cause instanceof SQLFeatureNotSupportedException) {
                answers.put(method, REFUSED);
            } else if (!(cause instanceof SQLException)) {
                throw new SQLException(method.getName(), cause);
            }
            // Any other failure, such as a query of the driver's that this server does not know, is the driver's to
            // tell
            // to the one who asks.
        } catch (IllegalAccessException inaccessible) {
            throw new SQLException(method.getName(), inaccessible);
        }
    }

    /**
     * The answer, or null if the driver is to be asked.
     *
     * @throws SQLException if the driver refuses the feature
     */
    public @Nullable Object answer(Method method) throws SQLException {
        Object answer = answers.get(method);
        if (answer == REFUSED) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_JDBC, method.getName());
        }
        return answer;
    }
}
