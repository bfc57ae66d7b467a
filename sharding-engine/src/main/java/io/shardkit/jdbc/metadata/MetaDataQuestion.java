package io.shardkit.jdbc.metadata;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a metadata method.
 *
 * @param method which
 * @param arguments as the user gave them
 */
record MetaDataQuestion(Method method, @Nullable Object[] arguments) {

    /** Asks one database, perhaps with other arguments. */
    @Nullable Object ask(Connection physical, @Nullable Object[] other) throws SQLException {
        try {
            return method.invoke(physical.getMetaData(), other);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException(method.getName(), failed.getCause());
        } catch (IllegalAccessException inaccessible) {
            throw new SQLException(method.getName(), inaccessible);
        }
    }
}
