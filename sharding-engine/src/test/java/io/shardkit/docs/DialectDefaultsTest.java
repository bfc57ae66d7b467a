package io.shardkit.docs;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Database;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists the questions that databases leave to a default, which a database that differs would answer wrongly. */
class DialectDefaultsTest {
    private static final Path FILE = Path.of("src", "test", "resources", "dialect-defaults.txt");

    @Test
    void defaultsOfEachDatabaseAreListed() throws IOException, ReflectiveOperationException {
        StringBuilder list = new StringBuilder(
                """
                # The questions of dialect.facts that each database leaves to their default, with the default where it needs
                # no argument. A new entry says that this database gives that answer: check it on a server.
                # DialectDefaultsTest compares this file, and writes it with -Dshardkit.docs.write=true.
                """);
        int demanded = 0;
        for (RecordComponent facts : Database.class.getRecordComponents()) {
            demanded += (int) questions(facts.getType()).stream()
                    .filter(question -> Modifier.isAbstract(question.getModifiers()))
                    .count();
        }
        list.append("demanded: ").append(demanded).append('\n');
        for (Dialect dialect : Dialect.values()) {
            list.append(dialect).append(":\n");
            for (RecordComponent facts : Database.class.getRecordComponents()) {
                list(dialect, facts, list);
            }
        }
        new DocsPage(FILE).isGenerated(list.toString());
    }

    private static void list(Dialect dialect, RecordComponent facts, StringBuilder list)
            throws ReflectiveOperationException {
        Object answers = Dialect.class.getMethod(facts.getName()).invoke(dialect);
        Class<?> related = answers.getClass().getSuperclass();
        StringBuilder entries = new StringBuilder();
        for (Method question : questions(facts.getType())) {
            Class<?> answering = answering(answers.getClass(), question);
            if (answering == null) {
                entries.append("    ").append(entry(question, answers)).append('\n');
            } else if (answering == related && !Modifier.isAbstract(related.getModifiers())) {
                entries.append("    ")
                        .append(entry(question, answers))
                        .append(" # of ")
                        .append(related.getSimpleName())
                        .append('\n');
            }
        }
        if (!entries.isEmpty()) {
            list.append("  ").append(facts.getName());
            list.append(":").append(" # ").append(answers.getClass().getSimpleName());
            list.append('\n').append(entries);
        }
    }

    /** Returns what a database can be asked and may answer in its own way, in the order of the names. */
    private static List<Method> questions(Class<?> facts) {
        Set<Method> questions = new TreeSet<>(Comparator.comparing(DialectDefaultsTest::signature));
        if (!facts.isRecord()) {
            Arrays.stream(facts.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers())
                            && !Modifier.isStatic(method.getModifiers())
                            && !Modifier.isFinal(method.getModifiers()))
                    .forEach(questions::add);
        }
        return List.copyOf(questions);
    }

    /** Returns the class of the database that answers, or null if the answer is the default. */
    private static @Nullable Class<?> answering(Class<?> type, Method question) {
        for (Class<?> each = type; each != question.getDeclaringClass() && each != Object.class; ) {
            boolean answers = Arrays.stream(each.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(question.getName())
                            && Arrays.equals(method.getParameterTypes(), question.getParameterTypes()));
            if (answers) {
                return each;
            }
            each = each.getSuperclass();
        }
        return null;
    }

    private static String signature(Method question) {
        List<String> parameters = Arrays.stream(question.getParameterTypes())
                .map(Class::getSimpleName)
                .toList();
        return question.getName() + (parameters.isEmpty() ? "" : "(" + String.join(", ", parameters) + ")");
    }

    private static String entry(Method question, Object answers) throws ReflectiveOperationException {
        if (question.getParameterCount() > 0) {
            return signature(question) + ": of its arguments";
        }
        try {
            Object answer = question.invoke(answers);
            // The order of a set is another one in each process.
            Object shown = answer instanceof Iterable<?> several ? sorted(several) : answer;
            return signature(question) + ": "
                    + (shown instanceof String text ? "'" + text.replace("'", "''") + "'" : shown);
        } catch (InvocationTargetException failure) {
            return signature(question) + ": fails";
        }
    }

    private static Set<String> sorted(Iterable<?> several) {
        Set<String> sorted = new TreeSet<>();
        several.forEach(each -> sorted.add(String.valueOf(each)));
        return sorted;
    }
}
