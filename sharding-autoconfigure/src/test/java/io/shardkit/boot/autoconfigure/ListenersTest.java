package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.observe.StatementListener;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenersTest {
    @Test
    void tellsEachListenerOfEverythingThereIs() throws ReflectiveOperationException {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        StatementListener both = Listeners.all(List.of(recording(first), recording(second)));
        List<String> all = new ArrayList<>();
        for (Method method : StatementListener.class.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                all.add(method.getName());
                method.invoke(both, arguments(method));
            }
        }
        assertThat(all).contains("shardCalled", "statementEnded");
        assertThat(first).isEqualTo(all);
        assertThat(second).isEqualTo(all);
    }

    private static Object[] arguments(Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (types[i] == long.class) {
                arguments[i] = 1L;
            } else if (types[i] == boolean.class) {
                arguments[i] = true;
            }
        }
        return arguments;
    }

    private static StatementListener recording(List<String> told) {
        return (StatementListener) Proxy.newProxyInstance(
                StatementListener.class.getClassLoader(),
                new Class<?>[] {StatementListener.class},
                (proxy, method, arguments) -> told.add(method.getName()) ? null : null);
    }
}
