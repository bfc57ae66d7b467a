package io.shardkit.testing;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Provides the databases of this run that a test asks for. A build that lists none gives each test H2 and one server, which
 * differs from class to class and is always the same for one of them: all kinds of servers are used, and no test waits for
 * each of them.
 */
public final class DatabasesOfRun implements ArgumentsProvider, AnnotationConsumer<OnDatabases> {
    /** The system property that lists them; {@code one} or nothing for one server. */
    public static final String PROPERTY = "shardkit.databases";

    private static final String ONE = "one";

    private static final Set<TestDatabase> USUAL =
            EnumSet.of(TestDatabase.H2, TestDatabase.MARIADB, TestDatabase.POSTGRESQL);

    private final Set<TestDatabase> asked = EnumSet.noneOf(TestDatabase.class);

    @Override
    public void accept(OnDatabases annotation) {
        List<TestDatabase> named = List.of(annotation.value());
        asked.addAll(named.isEmpty() ? EnumSet.allOf(TestDatabase.class) : named);
        asked.removeAll(List.of(annotation.except()));
        asked.retainAll(and(annotation.always()));
    }

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        assumeFalse(asked.isEmpty(), "this run has none of the databases that the test is for");
        String test = context.getRequiredTestClass().getName()
                + context.getTestMethod().map(Method::getName).orElse("");
        return (list().isEmpty() ? some(test) : asked).stream().map(Arguments::of);
    }

    private Set<TestDatabase> some(String test) {
        List<TestDatabase> servers = asked.stream()
                .filter(each -> each != TestDatabase.H2)
                .filter(each -> each != TestDatabase.MYSQL || MySqlPrograms.present())
                .toList();
        Set<TestDatabase> some = EnumSet.copyOf(asked);
        if (!servers.isEmpty()) {
            some.removeIf(each -> each != TestDatabase.H2);
            some.add(servers.get(Math.floorMod(test.hashCode(), servers.size())));
        }
        return some;
    }

    /** All databases of this run, and those that every run has. */
    public static Set<TestDatabase> and(TestDatabase... always) {
        Set<TestDatabase> all = EnumSet.noneOf(TestDatabase.class);
        Arrays.stream(list().split(","))
                .map(name -> name.strip().toUpperCase(Locale.ROOT).replace('-', '_'))
                .filter(name -> !name.isEmpty())
                .map(TestDatabase::valueOf)
                .forEach(all::add);
        if (all.isEmpty()) {
            all.addAll(USUAL);
        }
        all.addAll(List.of(always));
        return all;
    }

    private static String list() {
        String list = System.getProperty(PROPERTY, ONE).strip();
        return list.equals(ONE) ? "" : list;
    }
}
