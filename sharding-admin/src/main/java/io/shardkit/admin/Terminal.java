package io.shardkit.admin;

import java.io.BufferedReader;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a command.
 *
 * @param in the answers of a person; null if there is none to be asked
 * @param live whether a line that was printed can be printed over
 * @param width the number of columns
 */
record Terminal(PrintWriter out, PrintWriter err, @Nullable BufferedReader in, boolean live, int width) {
    private static final int USUAL_WIDTH = 100;
    private static final int LEAST_WIDTH = 40;

    /** The streams of this process. */
    @SuppressWarnings("SystemConsoleNull") // isTerminal() is for the JDKs that always have a console
    static Terminal ofProcess() {
        Console console = System.console();
        BufferedReader answers = console == null || !isTerminal(console) ? null : new BufferedReader(console.reader());
        return new Terminal(
                writer(System.out, "stdout.encoding"),
                writer(System.err, "stderr.encoding"),
                answers,
                answers != null && !"dumb".equals(System.getenv("TERM")),
                columns(System.getenv("COLUMNS")));
    }

    /** Writes in the encoding of a terminal, where the JDK knows it. */
    private static PrintWriter writer(PrintStream stream, String encoding) {
        Charset charset = Charset.forName(
                System.getProperty(encoding, Charset.defaultCharset().name()));
        return new PrintWriter(new OutputStreamWriter(stream, charset), true);
    }

    /** From JDK 22 on there is a console without a terminal, too. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    private static int columns(@Nullable String value) {
        try {
            return value == null ? USUAL_WIDTH : Math.max(LEAST_WIDTH, Integer.parseInt(value));
        } catch (NumberFormatException unknown) {
            return USUAL_WIDTH;
        }
    }
}
