package io.shardkit.loadtest;

import java.util.Arrays;
import java.util.List;

/** A measured scenario, in the order of the runs: reading scenarios come first, while the tables have a known size. */
enum Scenario {
    READ_BY_KEY("read by key", "GET /users/{userId}/orders/{orderId}"),
    USER_PAGE("user's page", "GET /users/{userId}/orders?page=0&size=20"),
    SCATTER_PAGE("scatter page", "GET /orders?status=NEW&page=0&size=20"),
    TOTALS("totals", "GET /orders/totals"),
    UPDATE("update", "PATCH /users/{userId}/orders/{orderId}"),
    MIX("mix", "50 % read by key, 15 % user's page, 15 % create, 5 % each: pay, delete, scatter page, totals"),
    CREATE("create", "POST /orders");

    private final String title;
    private final String request;

    Scenario(String title, String request) {
        this.title = title;
        this.request = request;
    }

    /** Scenarios by their names, separated by commas; an unknown name is an error that says which there are. */
    static List<Scenario> parse(String names) {
        return Arrays.stream(names.split(",", -1))
                .map(String::strip)
                .map(name -> Arrays.stream(values())
                        .filter(scenario -> scenario.title.equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("load.scenarios has \"" + name
                                + "\"; there are "
                                + Arrays.stream(values()).map(Scenario::title).toList())))
                .toList();
    }

    /** Its name in the report, and the name of its requests in Gatling's. */
    String title() {
        return title;
    }

    String request() {
        return request;
    }
}
