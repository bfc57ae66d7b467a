package io.shardkit.boot.endpoint;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/** Reads values as SQL writes them, as requests to an endpoint hold strings only. */
final class ParameterValues {
    private static final Pattern VALUE = Pattern.compile(
            "\\s*+(?:'(?<text>(?:[^']|'')*+)'|(?<whole>-?\\d{1,18}(?![\\d.]))|(?<number>-?\\d++(?:\\.\\d++)?)|(?<word>\\w++))\\s*+");

    private ParameterValues() {}

    /**
     * The values of a list such as {@code 7, 'it''s', 2.5, true, NULL}.
     *
     * @throws InvalidEndpointRequestException if it is not such a list
     */
    static List<@Nullable Object> of(@Nullable String list) {
        List<@Nullable Object> values = new ArrayList<>();
        if (list == null || list.isBlank()) {
            return values;
        }
        Matcher value = VALUE.matcher(list);
        int at = 0;
        while (true) {
            if (!value.find(at) || value.start() != at) {
                throw refused(values.size() + 1);
            }
            values.add(value(value, values.size() + 1));
            at = value.end();
            if (at == list.length()) {
                return Collections.unmodifiableList(values);
            }
            if (list.charAt(at) != ',') {
                throw refused(values.size());
            }
            at++;
        }
    }

    private static @Nullable Object value(Matcher value, int number) {
        String text = value.group("text");
        if (text != null) {
            return text.replace("''", "'");
        }
        if (value.group("whole") != null) {
            return Long.valueOf(value.group("whole"));
        }
        if (value.group("number") != null) {
            return new BigDecimal(value.group("number"));
        }
        String word = value.group("word");
        if ("null".equalsIgnoreCase(word)) {
            return null;
        }
        if ("true".equalsIgnoreCase(word) || "false".equalsIgnoreCase(word)) {
            return Boolean.valueOf(word);
        }
        throw refused(number);
    }

    private static InvalidEndpointRequestException refused(int number) {
        return new InvalidEndpointRequestException(
                "parameters has no value " + number + " that can be read",
                "parameters has to be a list such as 7, 'text', 2.5, true, NULL");
    }
}
