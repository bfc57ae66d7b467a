package io.shardkit.analytics;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prints how long each engine took for a query, one execution each, without a first one to warm it up. */
final class Times {
    private static final Pattern CODE = Pattern.compile("SK-[0-9]+");

    /** @param title what is printed first */
    Times(String title) {
        System.out.println(title + ", milliseconds of one execution each");
    }

    /** Begins a line. */
    void begin(String query) {
        System.out.println(query);
    }

    /** Returns the rows, and prints the time that they took. */
    List<String> of(String answeredBy, Callable<List<String>> answer) throws Exception {
        long begin = System.nanoTime();
        List<String> rows = answer.call();
        print(answeredBy, Long.toString((System.nanoTime() - begin) / 1_000_000));
        return rows;
    }

    /** Returns the rows of a gather and prints its time; or prints the code by which it is refused, and returns null. */
    @Nullable List<String> unlessRefused(Callable<List<String>> answer) throws Exception {
        try {
            return of("gather", answer);
        } catch (SQLException refused) {
            Matcher code = CODE.matcher(String.valueOf(refused.getMessage()));
            if (!code.find()) {
                throw refused;
            }
            print("gather", "refused, " + code.group());
            return null;
        }
    }

    private static void print(String answeredBy, String text) {
        System.out.printf(Locale.ROOT, "    %-12s %12s%n", answeredBy, text);
    }
}
