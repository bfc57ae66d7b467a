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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

/** Checks the API: every package that is not marked as internal. */
class ApiTest {
    private static final String ROOT = "io.shardkit.";

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
                .containsExactly("algorithm", "error", "hint", "jdbc", "keygen", "observe", "options", "rule");
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
    }

    @Test
    void apiNamesNothingInternal() {
        Set<String> api = packages();
        List<String> leaks = new ArrayList<>();
        for (JavaClass each : ENGINE) {
            if (isVisible(each) && api.contains(each.getPackageName().substring(ROOT.length()))) {
                each.getMembers().stream().filter(ApiTest::isVisible).forEach(member -> types(member)
                        .filter(type -> type.getPackageName().startsWith(ROOT)
                                && !api.contains(type.getPackageName().substring(ROOT.length())))
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
                && !modifiers.contains(JavaModifier.SYNTHETIC);
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
