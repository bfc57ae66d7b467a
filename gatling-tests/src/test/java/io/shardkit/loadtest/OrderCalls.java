package io.shardkit.loadtest;

import io.shardkit.lab.load.Task;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls of one order service. Each checks that the answer is about what was asked for; what changes data is entered
 * into the ledger when, and only when, it was acknowledged. Thread-safe.
 */
final class OrderCalls {

    private static final Pattern ID = Pattern.compile("\"id\":\"(\\d+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client;
    private final URI base;
    private final Orders orders;
    private final AcknowledgedOrders ledger;

    /**
     * @param ledger of all services that work on the same tables
     */
    OrderCalls(HttpClient client, URI base, Orders orders, AcknowledgedOrders ledger) {
        this.client = client;
        this.base = base;
        this.orders = orders;
        this.ledger = ledger;
    }

    Task task(Operation operation) {
        return worker -> {
            Orders.Own own = orders.ownOf(worker);
            switch (operation.at(own.nextCall())) {
                case READ -> read();
                case UPDATE -> changeStatus(own);
                case CREATE -> create();
                case MIX -> throw new IllegalStateException("a mix is made of other operations");
            }
        };
    }

    private void read() throws IOException, InterruptedException {
        Orders.Key key = orders.random();
        String body = send(200, of(key).GET());
        expect(body, "\"id\":\"" + key.orderId() + "\"");
        expect(body, "\"items\":[{");
    }

    private void changeStatus(Orders.Own own) throws IOException, InterruptedException {
        Orders.Key key = own.nextKey();
        boolean pay = !own.isPaid(key);
        String status = pay ? "PAID" : "NEW";
        String body = send(
                200,
                of(key).header("Content-Type", "application/json")
                        .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"status\":\"" + status + "\"}")));
        own.changed(key, pay);
        if (pay) {
            ledger.paid();
        } else {
            ledger.unpaid();
        }
        expect(body, "\"status\":\"" + status + "\"");
    }

    private void create() throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        NewOrder order = NewOrder.random(1 + random.nextInt(Orders.CUSTOMERS), random);
        String body = send(
                201,
                HttpRequest.newBuilder(base.resolve("/orders"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(order.json())));
        Matcher id = ID.matcher(body);
        if (!id.find()) {
            throw new IOException("no id in the answer to a new order");
        }
        ledger.created(order, Long.parseLong(id.group(1)));
    }

    private HttpRequest.Builder of(Orders.Key key) {
        return HttpRequest.newBuilder(base.resolve("/users/" + key.userId() + "/orders/" + key.orderId()));
    }

    private String send(int status, HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != status) {
            throw new IOException("status " + response.statusCode() + " instead of " + status);
        }
        return response.body();
    }

    private static void expect(String body, String piece) throws IOException {
        if (!body.contains(piece)) {
            throw new IOException("the answer lacks what it must say of what was asked for");
        }
    }
}
