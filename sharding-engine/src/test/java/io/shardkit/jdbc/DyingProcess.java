package io.shardkit.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A process that commits a row on each of several databases atomically, and dies at a statement of the commit. */
final class DyingProcess {
    private static String from = "";
    private static boolean afterwards;
    private static int leftToDie;

    private DyingProcess() {}

    /**
     * @param arguments what the statement begins with at which to die; the how many-th of these it is; whether after it;
     *     the user; the password; then the address of each database
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, DataSource> databases = new LinkedHashMap<>();
        for (int i = 5; i < arguments.length; i++) {
            String url = arguments[i];
            databases.put("ds" + (i - 5), (DataSource) watched(
                    DataSource.class,
                    null,
                    (method, given) -> watched(
                            Connection.class,
                            DriverManager.getConnection(url, arguments[3], arguments[4]),
                            null,
                            null)));
        }
        try (ShardingDataSource dataSource = AtomicShop.over(databases);
                Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_account (id, user_id, balance) VALUES (?, ?, 0)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < databases.size(); i++) {
                insert.setLong(1, i);
                insert.setLong(2, i);
                insert.executeUpdate();
            }
            from = arguments[0];
            leftToDie = Integer.parseInt(arguments[1]);
            afterwards = Boolean.parseBoolean(arguments[2]);
            connection.commit();
        }
    }

    /** Makes an object. */
    private interface Making {
        Object make(String method, Object[] given) throws Exception;
    }

    private static Object watched(Class<?> type, @Nullable Object real, @Nullable Making making) {
        return watched(type, real, making, null);
    }

    private static Object watched(Class<?> type, @Nullable Object real, @Nullable Making making, @Nullable String sql) {
        return Proxy.newProxyInstance(
                DyingProcess.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("equals") ? proxy == given[0] : System.identityHashCode(proxy);
                    }
                    if (making != null) {
                        return making.make(method.getName(), given);
                    }
                    String sent = method.getName().equals("commit")
                            ? "COMMIT"
                            : method.getName().startsWith("execute") ? sql == null ? (String) given[0] : sql : "";
                    boolean dies = !from.isEmpty() && sent.startsWith(from) && --leftToDie == 0;
                    if (dies && !afterwards) {
                        Runtime.getRuntime().halt(1);
                    }
                    Object answer;
                    try {
                        answer = method.invoke(real, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                    if (dies) {
                        Runtime.getRuntime().halt(1);
                    }
                    if (answer instanceof PreparedStatement) {
                        return watched(PreparedStatement.class, answer, null, (String) given[0]);
                    }
                    return answer instanceof Statement ? watched(Statement.class, answer, null, null) : answer;
                });
    }
}
