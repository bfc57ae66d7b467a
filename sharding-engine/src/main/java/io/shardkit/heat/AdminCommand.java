package io.shardkit.heat;

import java.util.List;
import java.util.regex.Pattern;

/** The commands of sharding-admin that proposals name, for a shell; each is one that there is. */
final class AdminCommand {
    private static final String ADMIN = "java -jar sharding-admin.jar ";

    /** Characters that no shell takes for anything but themselves. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,-]+");

    private AdminCommand() {}

    /** Moves units, as {@code ds0.t_order_1}, to a data source. */
    static String move(List<String> units, String to) {
        return ADMIN + "moves start --unit " + word(String.join(",", units)) + " --to " + word(to);
    }

    /** Gives the rows with one sharding value a unit of their own on a data source. */
    static String isolate(String table, String key, String to) {
        return ADMIN + "moves isolate --table " + word(table) + " --key=" + word(key) + " --to " + word(to);
    }

    /** Tells what the wanted rule of the configuration means. */
    static String next() {
        return ADMIN + "moves check --next";
    }

    private static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
