package com.example.orders.order;

import com.example.orders.byhand.Databases;
import com.example.orders.byhand.Keys;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Orders routed by hand: each statement goes to the database of the user and names the table of the order; what concerns
 * several databases is asked of one after another and put together here.
 */
final class OrdersByHand implements OrderMapper {

    private static final Comparator<Order> NEWEST_FIRST =
            Comparator.comparing(Order::createdAt).thenComparing(Order::id).reversed();

    private final Databases databases;
    private final List<OrderTablesMapper> mappers;
    private final List<String> tables;
    private final Keys keys;

    OrdersByHand(Databases databases, Keys keys) {
        this.databases = databases;
        this.mappers = databases.mappers(OrderTablesMapper.class);
        this.tables = databases.tables();
        this.keys = keys;
    }

    @Override
    public void insert(
            long userId,
            String countryCode,
            OrderStatus status,
            BigDecimal totalAmount,
            Instant createdAt,
            GeneratedKey key) {
        long orderId = keys.next(databases.ofUser(userId));
        ofUser(userId).insert(databases.table(orderId), orderId, userId, countryCode, status, totalAmount, createdAt);
        key.set(orderId);
    }

    @Override
    public void insertItems(long userId, long orderId, List<NewOrder.Item> items) {
        int database = databases.ofUser(userId);
        List<Long> ids = items.stream().map(item -> keys.next(database)).toList();
        ofUser(userId).insertItems(databases.table(orderId), userId, orderId, ids, items);
    }

    @Override
    public List<OrderLine> findLinesOfUser(long userId, long orderId) {
        return ofUser(userId).findLinesOfUser(databases.table(orderId), userId, orderId);
    }

    @Override
    public List<OrderLine> findLines(long orderId) {
        return in(databases.ofOrder(orderId)).findLines(databases.table(orderId), orderId);
    }

    @Override
    public List<Order> findByUser(long userId, int size, long offset) {
        return ofUser(userId).findByUser(tables, userId, size, offset);
    }

    @Override
    public long countByUser(long userId) {
        return ofUser(userId).countByUser(tables, userId);
    }

    @Override
    public List<Order> findByStatus(OrderStatus status, int size, long offset) {
        return databases.askAll(mappers, mapper -> mapper.findByStatus(tables, status, offset + size)).stream()
                .flatMap(List::stream)
                .sorted(NEWEST_FIRST)
                .skip(offset)
                .limit(size)
                .toList();
    }

    @Override
    public long countByStatus(OrderStatus status) {
        return totalsByStatus().stream()
                .filter(total -> total.status() == status)
                .mapToLong(StatusTotal::orders)
                .sum();
    }

    @Override
    public long count() {
        return totalsByStatus().stream().mapToLong(StatusTotal::orders).sum();
    }

    @Override
    public List<StatusTotal> totalsByStatus() {
        List<StatusTotal> totals = databases.askAll(mappers, mapper -> mapper.totalsByStatus(tables)).stream()
                .flatMap(List::stream)
                .toList();
        return Stream.of(OrderStatus.values())
                .sorted(Comparator.comparing(OrderStatus::name))
                .flatMap(status -> totals.stream()
                        .filter(total -> total.status() == status)
                        .reduce((one, other) -> new StatusTotal(
                                status,
                                one.orders() + other.orders(),
                                one.amount().add(other.amount())))
                        .stream())
                .toList();
    }

    @Override
    public List<FrequentCustomer> frequentCustomers(long minOrders) {
        return databases.askAll(mappers, mapper -> mapper.frequentCustomers(tables, minOrders)).stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(FrequentCustomer::userId))
                .toList();
    }

    @Override
    public void updateStatus(long userId, long orderId, OrderStatus status) {
        ofUser(userId).updateStatus(databases.table(orderId), userId, orderId, status);
    }

    @Override
    public void deleteItems(long userId, long orderId) {
        ofUser(userId).deleteItems(databases.table(orderId), userId, orderId);
    }

    @Override
    public boolean delete(long userId, long orderId) {
        return ofUser(userId).delete(databases.table(orderId), userId, orderId);
    }

    private OrderTablesMapper ofUser(long userId) {
        return in(databases.ofUser(userId));
    }

    private OrderTablesMapper in(int database) {
        databases.enter(database);
        return mappers.get(database);
    }
}
