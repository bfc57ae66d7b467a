package io.shardkit.merge;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A result set one of whose methods does its work and then fails. */
final class FailingResult {
    private FailingResult() {}

    static ResultSet onNext(ResultSet result, String message) {
        return failing(result, "next", message);
    }

    static ResultSet onClose(ResultSet result, String message) {
        return failing(result, "close", message);
    }

    private static ResultSet failing(ResultSet result, String failingMethod, String message) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(result, arguments);
                        if (method.getName().equals(failingMethod)) {
                            throw new SQLException(message);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
