package io.shardkit.loadtest;

import java.util.Arrays;
import java.util.List;

/** A measured scenario, in the order of the runs: reading scenarios come first, while the tables have a known size. */
enum Scenario {
    READ_BY_KEY("read by key"),
    USER_PAGE("user's page"),
    SCATTER_PAGE("scatter page"),
    TOTALS("totals"),
    UPDATE("update"),
    MIX("mix"),
    CREATE("create");

    private final String title;

    Scenario(String title) {
        this.title = title;
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
}
