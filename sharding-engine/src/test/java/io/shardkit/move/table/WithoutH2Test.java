package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Applications have no H2 on their class path, whose interface one class implements. */
class WithoutH2Test {
    @Test
    void otherDatabasesNeedNoClassOfH2() throws ReflectiveOperationException, IOException {
        ClassLoader all = WithoutH2Test.class.getClassLoader();
        URL engine = MoveSqls.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader withoutH2 = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("org.h2.") || name.startsWith("io.shardkit.")) {
                    throw new ClassNotFoundException(name);
                }
                return all.loadClass(name);
            }
        };
        try (URLClassLoader loader = new URLClassLoader(new URL[] {engine}, withoutH2)) {
            Class<?> dialect = Class.forName(Dialect.class.getName(), true, loader);
            Method of = Class.forName(MoveSqls.class.getName(), true, loader).getDeclaredMethod("of", dialect);
            of.setAccessible(true);
            for (String name : List.of("MARIADB", "MYSQL", "POSTGRESQL")) {
                assertThat(of.invoke(null, dialect.getField(name).get(null))).isNotNull();
            }
            assertThatThrownBy(() -> Class.forName(JournalTrigger.class.getName(), true, loader))
                    .isInstanceOf(NoClassDefFoundError.class);
        }
    }
}
