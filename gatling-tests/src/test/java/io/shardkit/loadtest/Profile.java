package io.shardkit.loadtest;

import java.util.Arrays;
import java.util.List;

/** What is compared: the application's profiles, each with the databases that it runs on. */
enum Profile {
    JDBC("jdbc", "one MariaDB server, unsharded tables", List.of("ds0"), List.of("")),
    SHARDING(
            "sharding",
            "two MariaDB servers, four tables on each",
            List.of("ds0", "ds1"),
            List.of("_0", "_1", "_2", "_3"));

    private final String title;
    private final String servers;
    private final List<String> databases;
    private final List<String> suffixes;

    Profile(String title, String servers, List<String> databases, List<String> suffixes) {
        this.title = title;
        this.servers = servers;
        this.databases = databases;
        this.suffixes = suffixes;
    }

    /** Profiles by their names, separated by commas; an unknown name is an error that says which there are. */
    static List<Profile> parse(String names) {
        return Arrays.stream(names.split(",", -1))
                .map(String::strip)
                .map(Profile::named)
                .toList();
    }

    private static Profile named(String name) {
        return Arrays.stream(values())
                .filter(profile -> profile.title.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("load.profiles has \"" + name + "\"; there are "
                        + Arrays.stream(values()).map(Profile::title).toList()));
    }

    /** Its name in Spring and in the report. */
    String title() {
        return title;
    }

    String servers() {
        return servers;
    }

    /** The application's names for its databases; each is on a server of its own. */
    List<String> databases() {
        return databases;
    }

    /** The endings of the order tables' names in each database. */
    List<String> suffixes() {
        return suffixes;
    }
}
