package io.shardkit.loadtest;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.percent;
import static io.gatling.javaapi.core.CoreDsl.randomSwitch;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The requests of the order service. Each checks not only the status but also that the answer is about what was asked
 * for, and what changes data is entered into the ledger when, and only when, it was acknowledged.
 */
final class OrderRequests {

    /** An order that stays as long as the load test runs. */
    private record OrderKey(long userId, String orderId) {}

    /** The field of an order in JSON that holds its id. */
    static final String ID_FIELD = "id";

    private static final String ORDER = "order";
    private static final String ORDER_ID = "orderId";
    private static final String USER_ID = "userId";
    private static final String STATUS = "status";

    private final AcknowledgedOrders ledger;
    private final int customers;
    private final AtomicInteger nextUser = new AtomicInteger();
    private final List<OrderKey> readable = Collections.synchronizedList(new ArrayList<>());

    OrderRequests(AcknowledgedOrders ledger, int customers) {
        this.ledger = ledger;
        this.customers = customers;
    }

    /** One pass of a measured scenario. */
    ChainBuilder of(Scenario scenario) {
        String name = scenario.title();
        return switch (scenario) {
            case READ_BY_KEY -> readByKey(name);
            case USER_PAGE -> userPage(name);
            case SCATTER_PAGE -> scatterPage(name);
            case TOTALS -> totals(name);
            case UPDATE -> update(name);
            case MIX -> mix(name);
            case CREATE -> createOne(name);
        };
    }

    /** Creates an order that the reading requests will find. */
    ChainBuilder fill(String name) {
        return exitBlockOnFail().on(exec(this::withNextUser).exec(create(name)).exec(session -> {
            readable.add(new OrderKey(session.getLong(USER_ID), session.getString(ORDER_ID)));
            return session;
        }));
    }

    /** To follow the last order of {@link #fill}: without any there is nothing to measure. */
    ChainBuilder stopUnlessFilled() {
        return stopLoadGeneratorIf("not one order could be created", session -> readable.isEmpty());
    }

    /** Every kind of request; at the end there are the same orders as before. */
    ChainBuilder unchanging(String name) {
        return exec(
                readByKey(name),
                userPage(name),
                scatterPage(name),
                totals(name),
                createAndDelete(name),
                readByKey(name));
    }

    private ChainBuilder mix(String name) {
        return randomSwitch()
                .on(
                        percent(50).then(readByKey(name)),
                        percent(15).then(userPage(name)),
                        percent(15).then(createOne(name)),
                        percent(5).then(createAndPay(name)),
                        percent(5).then(createAndDelete(name)),
                        percent(5).then(scatterPage(name)),
                        percent(5).then(totals(name)));
    }

    private ChainBuilder readByKey(String name) {
        return exec(this::withRandomOrder)
                .exec(http(name)
                        .get("/users/#{userId}/orders/#{orderId}")
                        .check(
                                status().is(200),
                                jmesPath(ID_FIELD).isEL("#{orderId}"),
                                jmesPath("length(items)").ofInt().gte(1)));
    }

    /** To a status that is in no sum of the ledger. */
    private ChainBuilder update(String name) {
        return exec(this::withRandomOrder)
                .exec(session ->
                        session.set(STATUS, ThreadLocalRandom.current().nextBoolean() ? "SHIPPED" : "CANCELLED"))
                .exec(http(name)
                        .patch("/users/#{userId}/orders/#{orderId}")
                        .header("Content-Type", "application/json")
                        .body(StringBody("{\"status\":\"#{status}\"}"))
                        .check(status().is(200), jmesPath("status").isEL("#{status}")));
    }

    private ChainBuilder userPage(String name) {
        return exec(this::withRandomOrder)
                .exec(http(name)
                        .get("/users/#{userId}/orders?page=0&size=20")
                        .check(status().is(200), jmesPath("content[0].userId").isEL("#{userId}")));
    }

    private static ChainBuilder scatterPage(String name) {
        return exec(http(name)
                .get("/orders?status=NEW&page=0&size=20")
                .check(status().is(200), jmesPath("content[0].status").is("NEW")));
    }

    private static ChainBuilder totals(String name) {
        return exec(http(name)
                .get("/orders/totals")
                .check(
                        status().is(200),
                        jmesPath("[?status=='NEW'].orders | [0]").ofInt().gte(1)));
    }

    /** Only inside a block that is left on failure: what follows a request there happens when it was acknowledged. */
    private ChainBuilder create(String name) {
        return exec(session ->
                        session.set(ORDER, NewOrder.random(session.getLong(USER_ID), ThreadLocalRandom.current())))
                .exec(http(name)
                        .post("/orders")
                        .header("Content-Type", "application/json")
                        .body(StringBody(session -> order(session).json()))
                        .check(status().is(201), jmesPath(ID_FIELD).saveAs(ORDER_ID)))
                .exec(session -> {
                    ledger.created(order(session));
                    return session;
                });
    }

    private ChainBuilder createOne(String name) {
        return exitBlockOnFail().on(exec(this::withRandomUser).exec(create(name)));
    }

    private ChainBuilder createAndPay(String name) {
        HttpRequestActionBuilder pay = http(name)
                .patch("/users/#{userId}/orders/#{orderId}")
                .header("Content-Type", "application/json")
                .body(StringBody("{\"status\":\"PAID\"}"))
                .check(status().is(200), jmesPath("status").is("PAID"));
        return exitBlockOnFail()
                .on(exec(this::withRandomUser).exec(create(name)).exec(pay).exec(session -> {
                    ledger.paid();
                    return session;
                }));
    }

    private ChainBuilder createAndDelete(String name) {
        HttpRequestActionBuilder delete =
                http(name).delete("/users/#{userId}/orders/#{orderId}").check(status().is(204));
        return exitBlockOnFail()
                .on(exec(this::withRandomUser).exec(create(name)).exec(delete).exec(session -> {
                    ledger.deleted(order(session));
                    return session;
                }));
    }

    private Session withRandomOrder(Session session) {
        OrderKey key = readable.get(ThreadLocalRandom.current().nextInt(readable.size()));
        return session.set(USER_ID, key.userId()).set(ORDER_ID, key.orderId());
    }

    private Session withRandomUser(Session session) {
        return session.set(USER_ID, ThreadLocalRandom.current().nextLong(1, customers + 1L));
    }

    /** One user after the other, so that in the end each has a page to show. */
    private Session withNextUser(Session session) {
        return session.set(USER_ID, 1L + Math.floorMod(nextUser.getAndIncrement(), customers));
    }

    private static NewOrder order(Session session) {
        NewOrder order = session.get(ORDER);
        if (order == null) {
            throw new IllegalStateException("no order was drafted");
        }
        return order;
    }
}
