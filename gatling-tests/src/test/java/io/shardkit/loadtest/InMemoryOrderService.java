package io.shardkit.loadtest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The order service's API over a map, with a fault on every nth of chosen requests: it knows its orders and how often it
 * failed, so that the load test's own counting can be checked against it. It also has a new order that no request
 * changes, as the load test asks for new orders and may have paid all of its own.
 */
final class InMemoryOrderService implements AutoCloseable {

    static {
        // Otherwise each answer waits 40 ms for the acknowledgement of its header's packet
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final ObjectMapper json = new ObjectMapper();
    private final Map<Long, ObjectNode> orders = new ConcurrentSkipListMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final AtomicLong chosen = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final int faultEvery;
    private final Predicate<HttpExchange> mayFail;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    private InMemoryOrderService(int faultEvery, Predicate<HttpExchange> mayFail) throws IOException {
        this.faultEvery = faultEvery;
        this.mayFail = mayFail;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /** One of so many requests that may fail is answered 500 and changes nothing. */
    static InMemoryOrderService start(int faultEvery, Predicate<HttpExchange> mayFail) throws IOException {
        InMemoryOrderService service = new InMemoryOrderService(faultEvery, mayFail);
        service.server.start();
        return service;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    long faults() {
        return faults.get();
    }

    /** Returns the sums of the orders in the map. */
    Sums sums() {
        Sums sums = new Sums(0, 0, 0, 0);
        for (ObjectNode order : orders.values()) {
            long cents = 0;
            for (JsonNode item : order.get("items")) {
                cents += item.get("unitPrice").decimalValue().movePointRight(2).longValueExact()
                        * item.get("quantity").longValue();
            }
            long paid = order.get("status").asText().equals("PAID") ? 1 : 0;
            sums = sums.plus(new Sums(1, order.get("items").size(), cents, paid));
        }
        return sums;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body = json.readTree(exchange.getRequestBody());
            if (mayFail.test(exchange) && chosen.incrementAndGet() % faultEvery == 0) {
                faults.incrementAndGet();
                exchange.sendResponseHeaders(500, -1);
                return;
            }
            String[] path = exchange.getRequestURI().getPath().substring(1).split("/", -1);
            switch (exchange.getRequestMethod()) {
                case "POST" -> answer(exchange, 201, create((ObjectNode) body));
                case "PATCH" -> answer(exchange, 200, pay(order(path), body));
                case "DELETE" -> {
                    orders.remove(Long.valueOf(path[3]));
                    exchange.sendResponseHeaders(204, -1);
                }
                default -> answer(exchange, 200, read(path));
            }
        }
    }

    private JsonNode read(String[] path) {
        if (path[0].equals("users")) {
            return path.length == 4 ? order(path) : page("userId", path[1]);
        }
        if (path.length == 1) {
            return page("status", "NEW");
        }
        long fresh = orders.values().stream()
                .filter(order -> order.get("status").asText().equals("NEW"))
                .count();
        ArrayNode totals = json.createArrayNode();
        totals.addObject().put("status", "NEW").put("orders", fresh + 1);
        return totals;
    }

    private ObjectNode create(ObjectNode order) {
        long id = lastId.incrementAndGet();
        order.put(OrderRequests.ID_FIELD, Long.toString(id)).put("status", "NEW");
        orders.put(id, order);
        return order;
    }

    private static ObjectNode pay(ObjectNode order, JsonNode change) {
        // A copy: another request may change the order while this one is answered
        ObjectNode changed = order.deepCopy();
        changed.set("status", change.get("status"));
        order.set("status", change.get("status"));
        return changed;
    }

    private ObjectNode order(String[] path) {
        ObjectNode order = orders.get(Long.valueOf(path[3]));
        if (order == null) {
            throw new IllegalStateException("asked for an order that does not exist: " + path[3]);
        }
        return order;
    }

    private JsonNode page(String field, String value) {
        ArrayNode content = json.createArrayNode();
        if (field.equals("status")) {
            content.addObject().put("userId", "0").put("status", value);
        }
        // Copies: an order may change between being chosen and being sent
        orders.values().stream()
                .map(ObjectNode::deepCopy)
                .filter(order -> order.get(field).asText().equals(value))
                .limit(20)
                .forEach(content::add);
        return json.createObjectNode().set("content", content);
    }

    private void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
