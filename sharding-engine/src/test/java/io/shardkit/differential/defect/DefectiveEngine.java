package io.shardkit.differential.defect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The engine and its suites once more, with some classes of the engine compiled from a changed source. Databases,
 * drivers and pools are those of the rest of the JVM.
 */
final class DefectiveEngine extends ClassLoader {
    private static final String OWN = "io.shardkit.";
    private static final String SHARED = "io.shardkit.testing.";

    private final Map<String, byte[]> changed;

    private DefectiveEngine(Map<String, byte[]> changed) {
        super(DefectiveEngine.class.getClassLoader());
        this.changed = changed;
    }

    /** An engine without a defect, to see that the way of loading alone changes nothing. */
    static DefectiveEngine unchanged() {
        return new DefectiveEngine(Map.of());
    }

    static DefectiveEngine with(Defect defect) throws IOException {
        return new DefectiveEngine(compile(defect));
    }

    /**
     * Looks for a case that notices the defect.
     *
     * @param first as for {@link Defect}
     */
    String hunt(String first) throws Exception {
        Class<?> hunt = loadClass(DefectHunt.class.getName());
        var constructor = hunt.getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        return (String) ((Callable<?>) constructor.newInstance(first)).call();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN) || name.startsWith(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] code = changed.get(name);
            byte[] bytes = code != null ? code : original(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(Defect defect) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> outputs = new HashMap<>();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
            String classPath =
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
            boolean compiled = compiler.getTask(
                            messages,
                            new InMemory(standard, outputs),
                            null,
                            List.of("-classpath", classPath, "-proc:none", "-nowarn"),
                            null,
                            List.of(new Source(defect)))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(defect.name() + " does not compile: " + messages);
            }
        }
        Map<String, byte[]> classes = new HashMap<>();
        outputs.forEach((name, out) -> classes.put(name, out.toByteArray()));
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Defect defect) throws IOException {
            super(URI.create("string:///io/shardkit/" + defect.file() + ".java"), Kind.SOURCE);
            this.text = defect.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> outputs;

        InMemory(JavaFileManager standard, Map<String, ByteArrayOutputStream> outputs) {
            super(standard);
            this.outputs = outputs;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            outputs.put(className, out);
            return new SimpleJavaFileObject(URI.create("mem:///" + className.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return out;
                }
            };
        }
    }
}
