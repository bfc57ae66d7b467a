package io.shardkit.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a database says about itself without being asked about anything: product, version, URL, quoting, limits,
 * features. Read once, so that no later question takes a connection. Immutable.
 */
final class ProductFacts {
    private final Map<Method, Object> answers = new HashMap<>();

    private ProductFacts() {}

    /** Asks a database everything that takes no argument and is no table. */
    static ProductFacts read(DatabaseMetaData metaData) throws SQLException {
        ProductFacts facts = new ProductFacts();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            if (isFact(method)) {
                facts.read(metaData, method);
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
            // A feature that the driver does not know; whoever asks for it is told so by the driver.
            if (!(refused.getCause() instanceof SQLException)) {
                throw new SQLException(method.getName(), refused.getCause());
            }
        } catch (IllegalAccessException inaccessible) {
            throw new SQLException(method.getName(), inaccessible);
        }
    }

    /** The answer, or null if it was not given. */
    @Nullable Object answer(Method method) {
        return answers.get(method);
    }
}
