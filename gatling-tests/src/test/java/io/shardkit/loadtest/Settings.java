package io.shardkit.loadtest;

import java.util.Arrays;
import java.util.function.Function;

/** System properties of the load test; a wrong value is an error that names its property. */
final class Settings {

    private Settings() {}

    static int number(String name, int otherwise, int least) {
        int value = read(name, otherwise, text -> {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + " must be a whole number, not \"" + text + "\"", e);
            }
        });
        return atLeast(name, value, least);
    }

    static int[] numbers(String name, int... otherwise) {
        return read(name, otherwise, text -> {
            try {
                return Arrays.stream(text.split(",", -1))
                        .mapToInt(part -> atLeast(name, Integer.parseInt(part.strip()), 1))
                        .toArray();
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        name + " must be whole numbers separated by commas, not \"" + text + "\"", e);
            }
        });
    }

    static <T> T read(String name, T otherwise, Function<String, T> parse) {
        String value = System.getProperty(name);
        return value == null || value.isBlank() ? otherwise : parse.apply(value.strip());
    }

    static int atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
        return value;
    }
}
