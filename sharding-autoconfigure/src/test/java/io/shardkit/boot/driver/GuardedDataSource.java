package io.shardkit.boot.driver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Lends connections as some drivers have them: with an interface that other classes cannot see. */
public final class GuardedDataSource extends DelegatingDataSource {
    private GuardedDataSource(DataSource target) {
        super(target);
    }

    /** The connections of another one. */
    public static DataSource of(DataSource target) {
        return new GuardedDataSource(target);
    }

    interface Guarded extends Connection {
        @Override
        boolean isValid(int timeout);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Guarded.class.getClassLoader(), new Class<?>[] {Guarded.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("isValid") ? true : method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getTargetException();
                    }
                });
    }
}
