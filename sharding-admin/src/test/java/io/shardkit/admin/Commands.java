package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs commands in this process, and keeps what they print. Not thread-safe. */
final class Commands {
    private static final Pattern BEGUN = Pattern.compile("Move (\\w+) of");

    private final @Nullable String file;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    /** @param file the file of all commands; null for none */
    Commands(@Nullable String file) {
        this.file = file;
    }

    /** Runs a command, and returns its exit code. */
    int run(String... arguments) {
        return answered(null, arguments);
    }

    /** Runs a command that has to end with this exit code. */
    void run(int status, String... arguments) {
        int actual = run(arguments);
        assertThat(actual).as(said()).isEqualTo(status);
    }

    /** Returns the id of the move that the last command has begun. */
    String begun() {
        Matcher id = BEGUN.matcher(out());
        assertThat(id.find()).as(said()).isTrue();
        return id.group(1);
    }

    /** Runs a command that a person answers. */
    int answered(@Nullable String answer, String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        List<String> all = new ArrayList<>();
        if (file != null) {
            all.addAll(List.of("--file", file));
        }
        all.addAll(List.of(arguments));
        return new ShardingAdmin(terminal(answer)).run(all.toArray(String[]::new));
    }

    private Terminal terminal(@Nullable String answer) {
        return new Terminal(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                answer == null ? null : new BufferedReader(new StringReader(answer)),
                false,
                100);
    }

    /** A terminal where nothing is answered. */
    Terminal terminal() {
        return terminal(null);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    /** All that the last command printed, to be shown by a test that fails. */
    String said() {
        return out() + err();
    }
}
