package io.shardkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

/**
 * Checks the API: every package and class that is not marked as internal. The file {@code api.txt} lists it;
 * {@code -Dshardkit.api.write=true} writes the list, for review.
 */
class ApiTest {
    private static final String ROOT = "io.shardkit.";

    private static final Path LIST = Path.of("src", "test", "resources", "api.txt");
    private static final Set<String> OF_OBJECTS = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_ENUMS = Set.of("values", "valueOf");

    private static final JavaClasses ENGINE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    private static Set<String> packages() {
        Set<String> api = new TreeSet<>();
        ENGINE.forEach(each -> {
            if (!each.getPackage().isAnnotatedWith(API.class)) {
                api.add(each.getPackageName().substring(ROOT.length()));
            }
        });
        return api;
    }

    @Test
    void apiIsWhatIsNotMarkedInternal() {
        assertThat(packages())
                .containsExactly(
                        "algorithm",
                        "error",
                        "hint",
                        "jdbc",
                        "keygen",
                        "move",
                        "observe",
                        "options",
                        "restore",
                        "rule");
    }

    @Test
    void theComparisonOfReleasesKnowsTheApi() throws IOException {
        Set<String> compared = new TreeSet<>();
        Matcher included = Pattern.compile("<include>io\\.shardkit\\.(\\w+)</include>")
                .matcher(Files.readString(Path.of("pom.xml")));
        while (included.find()) {
            compared.add(included.group(1));
        }
        assertThat(compared).isEqualTo(packages());
        Set<String> excluded = new TreeSet<>();
        Matcher exclusion = Pattern.compile("<exclude>(io\\.shardkit\\.[\\w.]+)</exclude>")
                .matcher(Files.readString(Path.of("pom.xml")));
        while (exclusion.find()) {
            excluded.add(exclusion.group(1));
        }
        assertThat(excluded)
                .containsExactlyInAnyOrderElementsOf(ENGINE.stream()
                        .filter(ApiTest::isMarkedInternal)
                        .map(JavaClass::getName)
                        .toList());
    }

    @Test
    void apiIsAsListed() throws IOException {
        StringBuilder listed = new StringBuilder();
        ENGINE.stream()
                .filter(ApiTest::isApi)
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(each -> list(each, listed));
        if (Boolean.getBoolean("shardkit.api.write")) {
            Files.writeString(LIST, listed);
        }
        assertThat(LIST).as("run with -Dshardkit.api.write=true").content().isEqualTo(listed.toString());
    }

    /** A type and what it declares, without what each enum or record has. */
    private static void list(JavaClass type, StringBuilder listed) {
        listed.append(type.getName()).append('\n');
        type.getMembers().stream()
                .filter(member -> isVisible(member) && !isOfItsKind(type, member))
                .map(ApiTest::line)
                .sorted()
                .forEach(line -> listed.append("    ").append(line).append('\n'));
    }

    private static String line(JavaMember member) {
        if (member instanceof JavaField field) {
            return field.getName() + ": " + field.getRawType().getSimpleName();
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        String parameters = code.getRawParameterTypes().stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.joining(", "));
        return code.isConstructor()
                ? "new(" + parameters + ")"
                : code.getName() + "(" + parameters + "): "
                        + code.getRawReturnType().getSimpleName();
    }

    private static boolean isOfItsKind(JavaClass type, JavaMember member) {
        return OF_OBJECTS.contains(member.getName())
                || (type.isEnum()
                        && OF_ENUMS.contains(member.getName())
                        && member.getModifiers().contains(JavaModifier.STATIC));
    }

    private static boolean isMarkedInternal(JavaClass type) {
        return type.tryGetAnnotationOfType(API.class)
                .filter(api -> api.status() == API.Status.INTERNAL
                        && !type.getSimpleName().equals("package-info"))
                .isPresent();
    }

    private static boolean isInternal(JavaClass type) {
        return isMarkedInternal(type)
                || type.getEnclosingClass().map(ApiTest::isInternal).orElse(false);
    }

    private static boolean isApi(JavaClass type) {
        return isVisible(type)
                && !isInternal(type)
                && !type.getPackage().isAnnotatedWith(API.class)
                && type.getPackageName().startsWith(ROOT);
    }

    @Test
    void apiNamesNothingInternal() {
        Set<String> api = packages();
        List<String> leaks = new ArrayList<>();
        for (JavaClass each : ENGINE) {
            if (isApi(each)) {
                each.getMembers().stream().filter(ApiTest::isVisible).forEach(member -> types(member)
                        .filter(type -> type.getPackageName().startsWith(ROOT)
                                && (isInternal(type)
                                        || !api.contains(type.getPackageName().substring(ROOT.length()))))
                        .forEach(type -> leaks.add(member.getFullName() + " names " + type.getName())));
            }
        }
        assertThat(leaks).isEmpty();
    }

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ApiTest::isVisible).orElse(true);
    }

    private static boolean isVisible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC)
                && !(member.isAnnotatedWith(API.class)
                        && member.getAnnotationOfType(API.class).status() == API.Status.INTERNAL);
    }

    private static Stream<JavaClass> types(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getRawType().getBaseComponentType());
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        return Stream.concat(Stream.of(code.getRawReturnType()), code.getRawParameterTypes().stream())
                .map(JavaClass::getBaseComponentType);
    }
}
