package io.shardkit.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/** Files of the class path. */
final class Resources {
    private Resources() {}

    /** @param file a name in this package, or a path with a slash before it */
    static String text(String file) {
        try (InputStream found = Objects.requireNonNull(Resources.class.getResourceAsStream(file), file)) {
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file of uPlot, which draws the curves; its folder has the name of its version. */
    static String uplot(String file) {
        String version = property("/META-INF/maven/org.webjars.npm/uplot/pom.properties", "version");
        return text("/META-INF/resources/webjars/uplot/" + version + "/dist/" + file);
    }

    /** Returns a property of a file of the class path; empty if there is no such file or property. */
    static String property(String file, String name) {
        Properties written = new Properties();
        try (InputStream found = Resources.class.getResourceAsStream(file)) {
            if (found != null) {
                written.load(found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written.getProperty(name, "");
    }
}
