package io.shardkit.loadtest;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The numbers of orders and items, existing or acknowledged, that must add up.
 *
 * @param orders number of orders
 * @param items number of items
 * @param cents sum of the orders' amounts
 * @param paid number of orders in status PAID
 */
record Sums(long orders, long items, long cents, long paid) {

    Sums plus(Sums other) {
        return new Sums(orders + other.orders, items + other.items, cents + other.cents, paid + other.paid);
    }

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("orders", Long.toString(orders));
        properties.setProperty("items", Long.toString(items));
        properties.setProperty("cents", Long.toString(cents));
        properties.setProperty("paid", Long.toString(paid));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, "acknowledged changes: created less deleted");
        }
    }

    /** Reads what {@link #write} wrote; a file that lacks a number is an error, not a zero. */
    static Sums read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new Sums(
                number(properties, "orders", file),
                number(properties, "items", file),
                number(properties, "cents", file),
                number(properties, "paid", file));
    }

    private static long number(Properties properties, String name, Path file) throws IOException {
        String value = properties.getProperty(name);
        if (value == null) {
            throw new IOException(file + " has no \"" + name + "\"");
        }
        return Long.parseLong(value);
    }
}
