package com.example.orders;

import com.example.orders.country.Country;
import com.example.orders.country.CountryMapper;
import com.example.orders.order.NewOrder;
import com.example.orders.order.Order;
import com.example.orders.order.OrderService;
import com.example.orders.order.OrderStatus;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/** Fills empty tables at the start: the countries always, some hundred orders if {@code sample.seed} says so. */
@Component
class SampleData implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(SampleData.class);

    private static final int ORDERS = 300;
    private static final int USERS = 50;
    private static final Duration OLDEST = Duration.ofDays(90);

    private static final List<Country> COUNTRIES = List.of(
            new Country("AT", "Austria"),
            new Country("CH", "Switzerland"),
            new Country("DE", "Germany"),
            new Country("FR", "France"),
            new Country("GB", "United Kingdom"),
            new Country("IN", "India"),
            new Country("JP", "Japan"),
            new Country("US", "United States"));

    private static final List<Product> PRODUCTS = List.of(
            new Product("Tea", new BigDecimal("4.50")),
            new Product("Coffee", new BigDecimal("7.90")),
            new Product("Teapot", new BigDecimal("34.00")),
            new Product("Cup", new BigDecimal("6.25")),
            new Product("Kettle", new BigDecimal("59.99")));

    private final SampleProperties properties;
    private final CountryMapper countries;
    private final OrderService orders;
    private final Clock clock;

    SampleData(SampleProperties properties, CountryMapper countries, OrderService orders, Clock clock) {
        this.properties = properties;
        this.countries = countries;
        this.orders = orders;
        this.clock = clock;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (countries.findAll().isEmpty()) {
            COUNTRIES.forEach(this::add);
        }
        if (properties.seed() && orders.count() == 0) {
            placeOrders();
            log.info("Placed {} orders of {} users as sample data", ORDERS, USERS);
        }
    }

    private void add(Country country) {
        try {
            countries.insert(country);
        } catch (DuplicateKeyException e) {
            log.debug("{} was added by another instance, which started at the same time", country);
        }
    }

    private void placeOrders() {
        Random random = new Random(1); // the same orders each time
        Instant now = clock.instant();
        for (int i = 0; i < ORDERS; i++) {
            Instant createdAt = now.minusSeconds(random.nextInt((int) OLDEST.toSeconds()));
            Order order =
                    orders.place(newOrder(1L + i % USERS, random), createdAt).order();
            OrderStatus status = pick(List.of(OrderStatus.values()), random);
            if (status != order.status()) {
                orders.changeStatus(order.userId(), order.id(), status);
            }
        }
    }

    private static NewOrder newOrder(long userId, Random random) {
        List<NewOrder.Item> items = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> pick(PRODUCTS, random))
                .map(product -> new NewOrder.Item(product.name(), 1 + random.nextInt(5), product.price()))
                .toList();
        return new NewOrder(userId, pick(COUNTRIES, random).code(), items);
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private record Product(String name, BigDecimal price) {}
}
