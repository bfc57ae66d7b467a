package io.shardkit.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** An order as the load test sends it; it knows its total in cents, so that sums stay exact. */
record NewOrder(long userId, List<Item> items) {

    /** A line of the order. */
    record Item(String product, int quantity, long unitPriceCents) {}

    private static final List<String> PRODUCTS = List.of("Tea", "Coffee", "Cocoa", "Honey", "Sugar");

    NewOrder {
        items = List.copyOf(items);
    }

    static NewOrder random(long userId, RandomGenerator random) {
        int size = random.nextInt(1, 5);
        List<Item> items = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            String product = PRODUCTS.get(random.nextInt(PRODUCTS.size()));
            items.add(new Item(product, random.nextInt(1, 6), random.nextLong(1, 10_000)));
        }
        return new NewOrder(userId, items);
    }

    long cents() {
        return items.stream()
                .mapToLong(item -> item.quantity() * item.unitPriceCents())
                .sum();
    }

    String json() {
        return items.stream()
                .map(item -> String.format(
                        Locale.ROOT,
                        "{\"product\":\"%s\",\"quantity\":%d,\"unitPrice\":%d.%02d}",
                        item.product(),
                        item.quantity(),
                        item.unitPriceCents() / 100,
                        item.unitPriceCents() % 100))
                .collect(
                        Collectors.joining(",", "{\"userId\":" + userId + ",\"countryCode\":\"DE\",\"items\":[", "]}"));
    }
}
