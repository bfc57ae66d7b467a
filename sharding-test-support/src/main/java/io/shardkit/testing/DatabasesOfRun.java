package io.shardkit.testing;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

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

/** Provides the databases of this run that a test asks for. */
public final class DatabasesOfRun implements ArgumentsProvider, AnnotationConsumer<OnDatabases> {
    /** The system property that lists them. */
    public static final String PROPERTY = "shardkit.databases";

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
        return asked.stream().map(Arguments::of);
    }

    /** All databases of this run, and those that every run has. */
    public static Set<TestDatabase> and(TestDatabase... always) {
        Set<TestDatabase> all = EnumSet.noneOf(TestDatabase.class);
        Arrays.stream(System.getProperty(PROPERTY, "h2,mariadb,postgresql").split(","))
                .map(name -> name.strip().toUpperCase(Locale.ROOT).replace('-', '_'))
                .map(TestDatabase::valueOf)
                .forEach(all::add);
        all.addAll(List.of(always));
        return all;
    }
}
