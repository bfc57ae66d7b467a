package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.jayway.jsonpath.JsonPath;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.client.RestTestClient;

/**
 * The contract of the order service over HTTP, whatever its tables live in. Each test has users of its own, so that it
 * does not matter what other tests left.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "sample.seed=false")
@ContextConfiguration(initializers = EmbeddedDatabases.class)
@AutoConfigureRestTestClient
abstract class OrderServiceContract {

    private static final AtomicLong USERS = new AtomicLong(System.currentTimeMillis());

    @Autowired
    RestTestClient client;

    @Test
    void reportsFrequentCustomers() {
        long often = newUser();
        long seldom = newUser();
        place(often, "1.00");
        place(often, "1.00");
        place(seldom, "1.00");

        String customers = body(HttpStatus.OK, get("/reports/frequent-customers?minOrders=2"));

        assertThat(this.<List<Integer>>read(customers, "$[?(@.userId == " + often + ")].orders"))
                .containsExactly(2);
        assertThat(this.<List<Object>>read(customers, "$[?(@.userId == " + seldom + ")]"))
                .isEmpty();
    }

    @Test
    void placesAnOrderWithItsItems() {
        long user = newUser();

        String placed = body(
                HttpStatus.CREATED,
                post(
                        "/orders",
                        """
                {"userId": %d, "countryCode": "DE", "items": [
                  {"product": "Tea", "quantity": 2, "unitPrice": 4.50},
                  {"product": "Größe \\"7\\" \uD83C\uDF75", "quantity": 1, "unitPrice": 99999.99}]}
                """
                                .formatted(user)));

        assertThat(this.<Object>read(placed, "$.id")).isInstanceOf(String.class);
        assertThat(this.<Number>read(placed, "$.userId").longValue()).isEqualTo(user);
        assertThat(this.<String>read(placed, "$.countryCode")).isEqualTo("DE");
        assertThat(this.<String>read(placed, "$.status")).isEqualTo("NEW");
        assertThat(decimal(placed, "$.totalAmount")).isEqualByComparingTo("100008.99");
        assertThat(Instant.parse(read(placed, "$.createdAt"))).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(this.<List<String>>read(placed, "$.items[*].product"))
                .containsExactly("Tea", "Größe \"7\" \uD83C\uDF75");
        assertThat(this.<List<Integer>>read(placed, "$.items[*].quantity")).containsExactly(2, 1);
        assertThat(this.<List<Object>>read(placed, "$.items[*].id"))
                .doesNotHaveDuplicates()
                .hasSize(2)
                .allSatisfy(id -> assertThat(id).isInstanceOf(String.class));
    }

    @Test
    void tellsWhereThePlacedOrderIs() {
        long user = newUser();

        client.post()
                .uri("/orders")
                .contentType(MediaType.APPLICATION_JSON)
                .body(order(user, "4.50"))
                .exchange()
                .expectStatus()
                .isCreated()
                .expectHeader()
                .valueMatches("Location", "/users/" + user + "/orders/\\d+");
    }

    @Test
    void findsAnOrderByUserAndId() {
        long user = newUser();
        String placed = place(user, "4.50");

        String found = body(HttpStatus.OK, get("/users/" + user + "/orders/" + id(placed)));

        assertThat(found).isEqualTo(placed);
    }

    @Test
    void findsAnOrderByIdAlone() {
        for (int i = 0; i < 4; i++) {
            String placed = place(newUser(), "4.50");

            assertThat(body(HttpStatus.OK, get("/orders/" + id(placed)))).isEqualTo(placed);
        }
    }

    @Test
    void findsNoOrderOfAnotherUser() {
        long user = newUser();
        String placed = place(user, "4.50");

        problem(HttpStatus.NOT_FOUND, get("/users/" + (user + 2) + "/orders/" + id(placed)));
    }

    @Test
    void pagesThroughTheOrdersOfAUserNewestFirst() {
        long user = newUser();
        List<String> placed = new ArrayList<>();
        IntStream.range(0, 7).forEach(i -> placed.add(id(place(user, "1.00"))));
        Collections.reverse(placed);

        List<String> paged = new ArrayList<>();
        for (int page = 0; page < 3; page++) {
            String body = body(HttpStatus.OK, get("/users/" + user + "/orders?size=3&page=" + page));
            assertThat(this.<Integer>read(body, "$.page")).isEqualTo(page);
            assertThat(this.<Integer>read(body, "$.size")).isEqualTo(3);
            assertThat(this.<Integer>read(body, "$.totalElements")).isEqualTo(7);
            paged.addAll(read(body, "$.content[*].id"));
        }

        assertThat(paged).containsExactlyElementsOf(placed);
        String beyond = body(HttpStatus.OK, get("/users/" + user + "/orders?size=100&page=9999"));
        assertThat(this.<List<Object>>read(beyond, "$.content")).isEmpty();
        assertThat(this.<Integer>read(beyond, "$.totalElements")).isEqualTo(7);
    }

    @Test
    void listsOrdersInPagesOfTwentyUnlessTold() {
        String body = body(HttpStatus.OK, get("/users/" + newUser() + "/orders"));

        assertThat(body).isEqualTo("{\"content\":[],\"page\":0,\"size\":20,\"totalElements\":0}");
    }

    @Test
    void listsOrdersByStatusNewestFirst() {
        int before = read(body(HttpStatus.OK, get("/orders?status=SHIPPED")), "$.totalElements");
        List<String> shipped = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            long user = newUser();
            String id = id(place(user, "1.00"));
            if (i % 3 < 2) {
                changeStatus(user, id, "SHIPPED");
                shipped.add(id);
            }
        }
        Collections.reverse(shipped);

        String first = body(HttpStatus.OK, get("/orders?status=SHIPPED&page=0&size=4"));
        String second = body(HttpStatus.OK, get("/orders?status=SHIPPED&page=1&size=4"));

        assertThat(this.<List<String>>read(first, "$.content[*].id")).containsExactlyElementsOf(shipped.subList(0, 4));
        assertThat(this.<List<String>>read(second, "$.content[*].id")).startsWith(shipped.get(4), shipped.get(5));
        assertThat(this.<List<String>>read(first, "$.content[*].status")).containsOnly("SHIPPED");
        assertThat(this.<Integer>read(second, "$.totalElements")).isEqualTo(before + 6);
    }

    @Test
    void sumsUpTheOrdersByStatus() {
        Map<String, BigDecimal> before = totals();
        List<Long> users =
                Stream.generate(OrderServiceContract::newUser).limit(4).toList();
        users.forEach(user -> changeStatus(user, id(place(user, "10.01")), "PAID"));
        changeStatus(users.get(0), id(place(users.get(0), "0.40")), "CANCELLED");
        place(users.get(0), "3.00");

        Map<String, BigDecimal> after = totals();

        assertThat(difference(after, before, "orders PAID")).isEqualByComparingTo("4");
        assertThat(difference(after, before, "amount PAID")).isEqualByComparingTo("40.04");
        assertThat(difference(after, before, "amount CANCELLED")).isEqualByComparingTo("0.40");
        assertThat(difference(after, before, "orders NEW")).isEqualByComparingTo("1");
        assertThat(this.<List<String>>read(body(HttpStatus.OK, get("/orders/totals")), "$[*].status"))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void changesTheStatusOfAnOrderAndOfNoOther() {
        long user = newUser();
        String changed = place(user, "1.00");
        String untouched = place(user, "1.00");

        String answer = changeStatus(user, id(changed), "PAID");

        assertThat(answer).isEqualTo(changed.replace("\"NEW\"", "\"PAID\""));
        assertThat(body(HttpStatus.OK, get("/orders/" + id(changed)))).isEqualTo(answer);
        assertThat(body(HttpStatus.OK, get("/orders/" + id(untouched)))).isEqualTo(untouched);
    }

    @Test
    void deletesAnOrderAndNoOther() {
        long user = newUser();
        String deleted = "/users/" + user + "/orders/" + id(place(user, "1.00"));
        String untouched = place(user, "1.00");

        client.delete()
                .uri(deleted)
                .exchange()
                .expectStatus()
                .isNoContent()
                .expectBody()
                .isEmpty();

        problem(HttpStatus.NOT_FOUND, get(deleted));
        problem(HttpStatus.NOT_FOUND, client.delete().uri(deleted).exchange());
        assertThat(body(HttpStatus.OK, get("/orders/" + id(untouched)))).isEqualTo(untouched);
    }

    @Test
    void listsTheCountriesOnceAndByCode() {
        String countries = body(HttpStatus.OK, get("/countries"));

        assertThat(this.<List<String>>read(countries, "$[*].code"))
                .isSorted()
                .doesNotHaveDuplicates()
                .contains("DE", "US");
        assertThat(this.<List<String>>read(countries, "$[?(@.code == 'DE')].name"))
                .containsExactly("Germany");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "countryCode | {'userId': 7, 'countryCode': 'XX', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 1}]}",
                "countryCode | {'userId': 7, 'countryCode': 'de', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 1}]}",
                "userId | {'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 1}]}",
                "userId | {'userId': 0, 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 1}]}",
                "userId | {'userId': 'x', 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 1}]}",
                "userId | {'userId': 99999999999999999999, 'countryCode': 'DE', 'items': []}",
                "items | {'userId': 7, 'countryCode': 'DE', 'items': []}",
                "items | {'userId': 7, 'countryCode': 'DE'}",
                "items[0] | {'userId': 7, 'countryCode': 'DE', 'items': [null]}",
                "items[0].product | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': ' ', 'quantity': 1, 'unitPrice': 1}]}",
                "items[0].product | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': 'a\\u0000', 'quantity': 1, 'unitPrice': 1}]}",
                "items[0].quantity | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 0, 'unitPrice': 1}]}",
                "items[0].quantity | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1.5, 'unitPrice': 1}]}",
                "items[0].unitPrice | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': 0.001}]}",
                "items[0].unitPrice | {'userId': 7, 'countryCode': 'DE', 'items': [{'product': 'Tea', 'quantity': 1, 'unitPrice': -1}]}",
                "body | {'userId': 7, 'countryCode'",
                "body | []",
            })
    void namesTheFieldOfABadOrder(String field, String json) {
        String problem = problem(HttpStatus.BAD_REQUEST, post("/orders", json.replace('\'', '"')));

        assertThat(this.<List<String>>read(problem, "$.errors[*].field")).containsOnly(field);
        assertThat(this.<List<String>>read(problem, "$.errors[*].message"))
                .allSatisfy(message -> assertThat(message).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource({
        "page, /users/7/orders?page=10000",
        "page,   /orders?status=NEW&page=-1",
        "size,   /orders?status=NEW&size=101",
        "size,   /orders?status=NEW&size=0",
        "size,   /users/7/orders?size=101",
        "page,   /users/7/orders?page=-1",
        "page,   /users/7/orders?page=x",
        "status, /orders",
        "status, /orders?status=LOST",
        "userId, /users/x/orders",
        "userId, /users/0/orders",
        "orderId, /orders/x",
        "orderId, /orders/-1",
        "orderId, /orders/9223372036854775808",
        "orderId, /users/7/orders/x",
        "minOrders, /reports/frequent-customers?minOrders=0",
    })
    void namesTheBadParameter(String field, String uri) {
        String problem = problem(HttpStatus.BAD_REQUEST, get(uri));

        assertThat(this.<List<String>>read(problem, "$.errors[*].field")).containsExactly(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status | {\"status\": \"LOST\"}",
                "status | {\"status\": 1}",
                "status | {\"status\": \"\"}",
                "status | {\"status\": null}",
                "status | {}",
                "body | {",
            })
    void namesTheFieldOfABadStatusChange(String field, String json) {
        long user = newUser();
        String order = "/users/" + user + "/orders/" + id(place(user, "1.00"));

        String problem = problem(HttpStatus.BAD_REQUEST, patch(order, json));

        assertThat(this.<List<String>>read(problem, "$.errors[*].field")).containsExactly(field);
    }

    @Test
    void namesTheStatusesThatThereAre() {
        String problem = problem(HttpStatus.BAD_REQUEST, get("/orders?status=LOST"));

        assertThat(this.<List<String>>read(problem, "$.errors[*].message"))
                .containsExactly("must be one of NEW, PAID, SHIPPED, CANCELLED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders/9223372036854775807", "/users/7/orders/9223372036854775807", "/nowhere"})
    void answersWithAProblemWhereNothingIs(String uri) {
        problem(HttpStatus.NOT_FOUND, get(uri));
    }

    @Test
    void changesNoOrderThatIsNotThere() {
        problem(HttpStatus.NOT_FOUND, patch("/users/7/orders/9223372036854775807", "{\"status\": \"PAID\"}"));
    }

    @Test
    void answersWithAProblemToAWrongMethod() {
        problem(
                HttpStatus.METHOD_NOT_ALLOWED,
                client.method(HttpMethod.PUT).uri("/countries").exchange());
    }

    @Test
    void leavesNothingOfAnOrderThatFails() {
        long user = newUser();

        problem(HttpStatus.BAD_REQUEST, post("/orders", order(user, "1.00").replace("DE", "XX")));

        String orders = body(HttpStatus.OK, get("/users/" + user + "/orders"));
        assertThat(this.<Integer>read(orders, "$.totalElements")).isZero();
    }

    @Test
    void describesItselfAsOpenApi() {
        String description = body(HttpStatus.OK, get("/v3/api-docs"));

        assertThat(this.<Map<String, Object>>read(description, "$.paths").keySet())
                .containsExactlyInAnyOrder(
                        "/orders",
                        "/orders/{orderId}",
                        "/orders/totals",
                        "/users/{userId}/orders",
                        "/users/{userId}/orders/{orderId}",
                        "/countries",
                        "/reports/frequent-customers");
        assertThat(this.<String>read(description, "$.components.schemas.OrderDetails.properties.id.type"))
                .isEqualTo("string");
        // What is offered to be tried is an order that can be placed.
        assertThat(this.<String>read(description, "$.components.schemas.NewOrder.properties.countryCode.example"))
                .isEqualTo("DE");
        client.get().uri("/swagger-ui/index.html").exchange().expectStatus().isOk();
    }

    @Test
    void isHealthy() {
        String health = body(HttpStatus.OK, get("/actuator/health"));

        assertThat(this.<String>read(health, "$.status")).isEqualTo("UP");
        assertThat(this.<String>read(health, "$.components.db.status")).isEqualTo("UP");
    }

    static long newUser() {
        return USERS.incrementAndGet(); // odd and even by turns: the databases take turns, too
    }

    String place(long user, String price) {
        return body(HttpStatus.CREATED, post("/orders", order(user, price)));
    }

    String changeStatus(long user, String order, String status) {
        return body(HttpStatus.OK, patch("/users/" + user + "/orders/" + order, "{\"status\": \"" + status + "\"}"));
    }

    RestTestClient.ResponseSpec get(String uri) {
        return client.get().uri(uri).exchange();
    }

    static String body(HttpStatus expected, RestTestClient.ResponseSpec response) {
        return response.expectStatus()
                .isEqualTo(expected)
                .returnResult(String.class)
                .getResponseBody();
    }

    static String problem(HttpStatus expected, RestTestClient.ResponseSpec response) {
        String problem = body(expected, response);
        response.expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(JsonPath.<Integer>read(problem, "$.status")).isEqualTo(expected.value());
        assertThat(problem)
                .doesNotContain("Exception")
                .doesNotContain("t_order")
                .doesNotContain("trace");
        return problem;
    }

    <T> T read(String json, String path) {
        return JsonPath.read(json, path);
    }

    RestTestClient.ResponseSpec post(String uri, String json) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .exchange();
    }

    private RestTestClient.ResponseSpec patch(String uri, String json) {
        return client.patch()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(json)
                .exchange();
    }

    private static String order(long user, String price) {
        return """
                {"userId": %d, "countryCode": "DE", "items": [{"product": "Tea", "quantity": 1, "unitPrice": %s}]}
                """
                .formatted(user, price);
    }

    private static String id(String order) {
        return JsonPath.read(order, "$.id");
    }

    private static BigDecimal decimal(String json, String path) {
        return new BigDecimal(JsonPath.<Number>read(json, path).toString());
    }

    /** Numbers and amounts by status, such as "orders PAID". */
    private Map<String, BigDecimal> totals() {
        String totals = body(HttpStatus.OK, get("/orders/totals"));
        Map<String, BigDecimal> result = new HashMap<>();
        for (Map<String, Object> total : this.<List<Map<String, Object>>>read(totals, "$")) {
            for (String column : List.of("orders", "amount")) {
                result.put(
                        column + " " + total.get("status"),
                        new BigDecimal(total.get(column).toString()));
            }
        }
        return result;
    }

    private static BigDecimal difference(Map<String, BigDecimal> after, Map<String, BigDecimal> before, String key) {
        return after.get(key).subtract(before.getOrDefault(key, BigDecimal.ZERO));
    }
}
