package io.shardkit.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The endpoint of moves over HTTP. */
class MovesEndpointTest {
    private static final String MOVES = "shardingmoves";
    private static final String WRITES = "management.endpoint.shardingmoves.access=unrestricted";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();

    /** The status of an answer, and its body. */
    private record Answer(int status, JsonNode body) {}

    private Answer get(Shop shop, String path) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(shop.url(path))).build());
    }

    private Answer post(Shop shop, String path, String body) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(shop.url(path)))
                .header("Content-Type", "application/json")
                .header("X-XSRF-TOKEN", Shop.TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private Answer answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        String body = response.body();
        return new Answer(response.statusCode(), JSON.readTree(body.startsWith("{") ? body : "{}"));
    }

    private void awaitPhase(Shop shop, String id, String phase, boolean back) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            Answer now = get(shop, MOVES + '/' + id);
            if (now.body().path("phase").asText().equals(phase)
                    && now.body().path("back").asBoolean() == back) {
                return;
            }
            assertThat(System.nanoTime()).as("%s", now).isLessThan(until);
            Thread.sleep(10);
        }
    }

    @Test
    void reshardsByTheWantedRuleAndIsolatesKeys() throws Exception {
        try (Shop shop = Shop.moving(
                WRITES,
                "sharding.next.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}, ds1.t_order_{2..5}",
                "sharding.next.tables.t_order.table-strategy.sharding-column=id",
                "sharding.next.tables.t_order.table-strategy.algorithm=modulo")) {
            Answer before = get(shop, MOVES);
            assertThat(before.body().at("/next/0/table").asText()).isEqualTo("t_order");
            assertThat(before.body().at("/next/0/to").asText()).contains("ds1.t_order_{2..5} by id with mod");
            shop.jdbc().queryForList("SELECT * FROM t_order WHERE user_id = ?", 7);
            Answer checked = post(shop, MOVES + "/check", "{\"next\": true}");
            assertThat(checked.body().at("/statements").toString())
                    .contains("WHERE user_id = ?", "\"now\":\"1 unit\",\"then\":\"6 units\"");
            assertThat(checked.body().at("/errors").size()).as("%s", checked).isZero();
            assertThat(checked.body().at("/tables/0/sampled").asLong()).isEqualTo(40);
            assertThat(checked.body().at("/tables/0/targets").size()).isEqualTo(6);
            Answer begun = post(shop, MOVES, "{\"tables\": \"t_order\"}");
            assertThat(begun.status()).as("%s", begun).isEqualTo(202);
            String id = begun.body().path("id").asText();
            awaitPhase(shop, id, "SWITCHED", false);
            assertThat(get(shop, MOVES).body().at("/next").size()).isZero();
            assertThat(get(shop, MOVES + '/' + id).body().at("/tables/0").asText())
                    .isEqualTo("t_order");
            assertThat(shop.jdbc().queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(40);
            assertThat(post(shop, MOVES + '/' + id + "/complete", "{}").status())
                    .isEqualTo(202);
            Answer isolated = post(shop, MOVES + "/check", "{\"table\": \"t_order\", \"key\": \"7\", \"to\": \"ds0\"}");
            assertThat(isolated.body().at("/tables/0/targets").toString())
                    .as("%s", isolated)
                    .contains("ds0.t_order_k7");
            assertThat(post(shop, MOVES + "/check", "{\"table\": \"t_order\", \"key\": \"7\", \"release\": true}")
                            .status())
                    .isEqualTo(409);
            assertThat(post(shop, MOVES, "{\"table\": \"t_order\"}").status()).isEqualTo(400);
            assertThat(post(shop, MOVES, "{\"units\": \"ds0.t_order_1\", \"next\": true}")
                            .status())
                    .isEqualTo(400);
            assertThat(post(shop, MOVES, "{}").status()).isEqualTo(400);
        }
    }

    @Test
    void movesThereAndBack() throws Exception {
        try (Shop shop = Shop.moving(WRITES)) {
            Answer before = get(shop, MOVES);
            assertThat(before.status()).isEqualTo(200);
            assertThat(before.body().at("/rule/epoch").asLong()).isEqualTo(1);
            assertThat(before.body().at("/rule/dataSource").asText()).isEqualTo("ds0");
            assertThat(before.body().at("/rule/members/0/instance").asText()).isEqualTo("shop-1");
            assertThat(before.body().at("/rule/members/0/seenAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
            Answer checked = post(shop, MOVES + "/check", "{\"units\": \"ds0.t_order_1\", \"to\": \"ds1\"}");
            assertThat(checked.status()).isEqualTo(200);
            assertThat(checked.body().at("/units/0/rows").asLong()).isEqualTo(10);
            Answer begun = post(
                    shop,
                    MOVES,
                    "{\"units\": \"ds0.t_order_1\", \"to\": \"ds1\", \"switchByHand\": true, \"rowsPerSecond\": 1000}");
            assertThat(begun.status()).isEqualTo(202);
            String id = begun.body().path("id").asText();
            awaitPhase(shop, id, "READY", false);
            assertThat(post(shop, MOVES + '/' + id + "/switch", "{}").status()).isEqualTo(202);
            awaitPhase(shop, id, "SWITCHED", false);
            assertThat(shop.jdbc().queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(40);
            assertThat(post(shop, MOVES + '/' + id + "/back", "").status()).isEqualTo(202);
            awaitPhase(shop, id, "SWITCHED", true);
            Answer refused = post(shop, MOVES + '/' + id + "/cancel", "{}");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body().path("code").asText()).isEqualTo("SK-1024");
            assertThat(refused.body().path("reason").asText()).contains("complete it");
            assertThat(post(shop, MOVES + '/' + id + "/complete", "{}").status())
                    .isEqualTo(202);
        }
    }

    @Test
    void refusesByStatusCodeAndReason() throws Exception {
        try (Shop shop = Shop.moving(WRITES)) {
            Answer unknown = post(shop, MOVES, "{\"units\": \"ds0.t_unknown\", \"to\": \"ds1\"}");
            assertThat(unknown.status()).isEqualTo(409);
            assertThat(unknown.body().path("code").asText()).isEqualTo("SK-1024");
            assertThat(unknown.body().path("reason").asText()).contains("t_unknown");
            assertThat(post(shop, MOVES, "{\"to\": \"ds1\"}").status()).isEqualTo(400);
            assertThat(post(shop, MOVES, "{\"units\": \"\", \"to\": \"ds1\"}").status())
                    .isEqualTo(400);
            assertThat(post(shop, MOVES + "/m1/cancel", "{}").status()).isEqualTo(404);
            assertThat(get(shop, MOVES + "/m1").status()).isEqualTo(404);
        }
    }

    @Test
    void onlyReadsUnlessWritingIsAllowed() throws Exception {
        try (Shop shop = Shop.moving()) {
            assertThat(get(shop, MOVES).status()).isEqualTo(200);
            assertThat(post(shop, MOVES, "{\"units\": \"ds0.t_order_1\", \"to\": \"ds1\"}")
                            .status())
                    .isEqualTo(405);
            for (String path : new String[] {"/check", "/m1/cancel"}) {
                assertThat(post(shop, MOVES + path, "{\"units\": \"ds0.t_order_1\", \"to\": \"ds1\"}")
                                .status())
                        .as(path)
                        .isIn(404, 405);
            }
            assertThat(get(shop, MOVES).body().path("moves")).isEmpty();
        }
    }

    @Test
    void isOffUnlessItIsExposed() throws Exception {
        try (Shop shop = Shop.sharded(WRITES)) {
            assertThat(get(shop, MOVES).status()).isEqualTo(404);
            assertThat(post(shop, MOVES, "{\"units\": \"ds0.t_order_1\", \"to\": \"ds1\"}")
                            .status())
                    .isEqualTo(404);
        }
    }
}
