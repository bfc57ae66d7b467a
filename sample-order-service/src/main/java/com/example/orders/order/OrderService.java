package com.example.orders.order;

import com.example.orders.country.CountryMapper;
import com.example.orders.web.InvalidFieldException;
import com.example.orders.web.NotFoundException;
import com.example.orders.web.Page;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places, finds, changes and deletes orders. Every method is one transaction; safe for use by many threads. */
@Service
public class OrderService {

    private final OrderMapper orders;
    private final CountryMapper countries;
    private final Clock clock;

    OrderService(OrderMapper orders, CountryMapper countries, Clock clock) {
        this.orders = orders;
        this.countries = countries;
        this.clock = clock;
    }

    /**
     * Places an order with its items, as of now.
     *
     * @throws InvalidFieldException if the country is unknown
     */
    @Transactional
    public OrderDetails place(NewOrder order) {
        return place(order, clock.instant());
    }

    /**
     * Places an order with its items, as of an instant that may be past.
     *
     * @throws InvalidFieldException if the country is unknown
     */
    @Transactional
    public OrderDetails place(NewOrder order, Instant createdAt) {
        GeneratedKey key = new GeneratedKey();
        orders.insert(
                order.userId(),
                order.countryCode(),
                OrderStatus.NEW,
                order.totalAmount(),
                createdAt.truncatedTo(ChronoUnit.MICROS),
                key);
        // After the order: each database has the countries, so that the one is asked that takes part already. Asked
        // first,
        // they would be read from the default one, which would get a statement and a commit for every order there is.
        if (countries.countByCode(order.countryCode()) == 0) {
            throw new InvalidFieldException("countryCode", "is not a known country");
        }
        orders.insertItems(order.userId(), key.value(), order.items());
        // Read back, not put together here: the keys of the items are known to the database only
        return find(order.userId(), key.value());
    }

    /**
     * Finds an order by both sharding keys: one shard answers.
     *
     * @throws NotFoundException if the user has no such order
     */
    public OrderDetails find(long userId, long orderId) {
        return details(orders.findLinesOfUser(userId, orderId), orderId);
    }

    /**
     * Finds an order by its id alone: the one table that can hold it is asked in every database.
     *
     * @throws NotFoundException if there is no such order
     */
    public OrderDetails find(long orderId) {
        return details(orders.findLines(orderId), orderId);
    }

    /** A user's orders, newest first: all tables of the user's database are asked, and merged. */
    public Page<Order> findByUser(long userId, int page, int size) {
        return new Page<>(orders.findByUser(userId, size, offset(page, size)), page, size, orders.countByUser(userId));
    }

    /** All orders of a status, newest first: every shard is asked, and merged. */
    public Page<Order> findByStatus(OrderStatus status, int page, int size) {
        return new Page<>(
                orders.findByStatus(status, size, offset(page, size)), page, size, orders.countByStatus(status));
    }

    /** Number and amount of the orders of each status, in the alphabetical order of the statuses. */
    public List<StatusTotal> totalsByStatus() {
        return orders.totalsByStatus();
    }

    /** The users with so many orders or more, by id. */
    public List<FrequentCustomer> frequentCustomers(long minOrders) {
        return orders.frequentCustomers(minOrders);
    }

    /** Returns the number of orders. */
    public long count() {
        return orders.count();
    }

    /**
     * Changes an order's status.
     *
     * @throws NotFoundException if the user has no such order
     */
    @Transactional
    public OrderDetails changeStatus(long userId, long orderId, OrderStatus status) {
        orders.updateStatus(userId, orderId, status);
        return find(userId, orderId);
    }

    /**
     * Deletes an order and its items.
     *
     * @throws NotFoundException if the user has no such order
     */
    @Transactional
    public void delete(long userId, long orderId) {
        orders.deleteItems(userId, orderId);
        if (!orders.delete(userId, orderId)) {
            throw notFound(orderId);
        }
    }

    private static OrderDetails details(List<OrderLine> lines, long orderId) {
        if (lines.isEmpty()) {
            throw notFound(orderId);
        }
        return new OrderDetails(
                lines.get(0).order(), lines.stream().map(OrderLine::item).toList());
    }

    private static NotFoundException notFound(long orderId) {
        return new NotFoundException("There is no order " + orderId + " here");
    }

    private static long offset(int page, int size) {
        return (long) page * size;
    }
}
