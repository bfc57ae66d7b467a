package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.backend.Warning;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.ColumnDefinition;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Statements that the server answers itself, as they are about the session or about other clients. */
final class OwnStatements {
    /** No statement that is answered here is longer, but for SET. */
    private static final int LONGEST = 200;

    private final ClientSession session;
    private final ClientState state;
    private final Replies replies;

    OwnStatements(ClientSession session, ClientState state, Replies replies) {
        this.session = session;
        this.state = state;
        this.replies = replies;
    }

    /**
     * Answers a statement.
     *
     * @param more bits of status for one that is followed by others
     * @return whether it was one of these
     */
    boolean answer(ClientText text, int more) throws IOException, SQLException, RefusedException {
        switch (text.first()) {
            case "SET" -> {
                if (new SetStatement(state, text, new Words(text.sql())).run()) {
                    state.warnings = List.of();
                    replies.ok(0, 0, 0, more);
                    return true;
                }
                return false;
            }
            case "CREATE", "DROP", "ALTER" -> {
                return text.sql().length() <= LONGEST && text.asksDatabase() && schema(new Words(text.sql()), more);
            }
            case "SELECT", "SHOW", "USE", "KILL" -> {
                return text.sql().length() <= LONGEST && answer(text.first(), new Words(text.sql()), more);
            }
            default -> {
                return false;
            }
        }
    }

    /**
     * Returns true if the statement is a query about the session, which the databases would answer otherwise or not at
     * all.
     */
    static boolean isQuery(ClientText text) {
        if (!text.first().equals("SELECT") || text.sql().length() > LONGEST) {
            return false;
        }
        Words words = new Words(text.sql());
        return isCall(words, "DATABASE")
                || isCall(words, "SCHEMA")
                || isCall(words, "CONNECTION_ID")
                || !variable(words).isEmpty();
    }

    private static boolean isCall(Words words, String function) {
        return words.areAll("SELECT", function, "(", ")");
    }

    /** The session's own variable that is asked for alone; empty if there is none. */
    private static String variable(Words words) {
        int at = words.is(3, "SESSION") || words.is(3, "LOCAL") ? 5 : 3;
        if (!words.are(1, "@", "@") || words.size() != at + 1) {
            return "";
        }
        String name = words.name(at);
        return switch (name) {
            case "autocommit", "in_transaction", "warning_count", "error_count" -> name;
            default -> "";
        };
    }

    private boolean answer(String first, Words words, int more) throws IOException, SQLException, RefusedException {
        return switch (first) {
            case "USE" -> use(words, more);
            case "KILL" -> kill(words, more);
            case "SHOW" -> show(words, more);
            default -> select(words, more);
        };
    }

    /** The databases are those of the configuration: they are neither made, changed nor dropped here. */
    private boolean schema(Words words, int more) throws IOException, RefusedException {
        int at = words.are(1, "OR", "REPLACE") ? 3 : 1;
        if (!words.is(at, "DATABASE") && !words.is(at, "SCHEMA")) {
            return false;
        }
        boolean exists = words.are(at + 1, "IF", "EXISTS");
        boolean missing = words.are(at + 1, "IF", "NOT", "EXISTS");
        String name = words.unquoted(at + (exists ? 3 : missing ? 4 : 1));
        boolean known = state.databases().contains(name);
        boolean creates = words.is(0, "CREATE") && at == 1;
        if (creates && known) {
            Warning note = new Warning("Note", 1007, "Can't create database '" + name + "'; database exists");
            return noted(note, missing, more);
        }
        if (words.is(0, "DROP") && !known) {
            Warning note = new Warning("Note", 1008, "Can't drop database '" + name + "'; database doesn't exist");
            return noted(note, exists, more);
        }
        throw new RefusedException(ServerError.notSupported(words.text(0, at + 1)
                + ", as the databases are those of sharding.proxy.database and sharding.proxy.databases"));
    }

    private boolean noted(Warning note, boolean allowed, int more) throws IOException, RefusedException {
        if (!allowed) {
            throw new RefusedException(new ServerError(note.code(), "HY000", note.message()));
        }
        state.warnings = List.of(note);
        replies.ok(0, 0, 1, more);
        return true;
    }

    private boolean use(Words words, int more) throws IOException, RefusedException {
        if (words.size() != 2) {
            throw new RefusedException(ServerError.syntax(words.text(1, words.size())));
        }
        state.use(words.unquoted(1), session.host());
        replies.ok(0, 0, 0, more);
        return true;
    }

    private boolean kill(Words words, int more) throws IOException, RefusedException {
        boolean kind = words.is(1, "QUERY") || words.is(1, "CONNECTION") || words.is(1, "HARD") || words.is(1, "SOFT");
        int at = kind ? 2 : 1;
        at += words.is(at, "QUERY") || words.is(at, "CONNECTION") ? 1 : 0;
        long id;
        try {
            id = Long.parseLong(words.at(at));
        } catch (NumberFormatException none) {
            throw new RefusedException(ServerError.syntax(words.text(at, words.size())));
        }
        session.kill(id, words.is(at - 1, "QUERY"));
        replies.ok(0, 0, 0, more);
        return true;
    }

    private boolean show(Words words, int more) throws IOException {
        if (words.areAll("SHOW", "DATABASES") || words.areAll("SHOW", "SCHEMAS")) {
            return databases("Database", name -> true, more);
        }
        if ((words.are(1, "DATABASES", "LIKE") || words.are(1, "SCHEMAS", "LIKE")) && words.size() == 4) {
            String pattern = words.unquoted(3);
            Pattern like = like(pattern);
            return databases(
                    "Database (" + pattern + ")", name -> like.matcher(name).matches(), more);
        }
        if (words.areAll("SHOW", "PROCESSLIST") || words.areAll("SHOW", "FULL", "PROCESSLIST")) {
            replies.table(
                    List.of(
                            ColumnDefinition.number("Id"),
                            ColumnDefinition.text("User", 32),
                            ColumnDefinition.text("Host", 64),
                            ColumnDefinition.text("db", 64),
                            ColumnDefinition.text("Command", 16),
                            ColumnDefinition.number("Time"),
                            ColumnDefinition.text("State", 30),
                            ColumnDefinition.text("Info", 100)),
                    session.processes(words.is(1, "FULL")),
                    more);
            return true;
        }
        boolean errors = words.is(1, "ERRORS");
        if (words.is(1, "WARNINGS") || errors) {
            List<List<@Nullable String>> rows = new ArrayList<>();
            for (Warning each : state.warnings) {
                if (!errors || each.level().equals("Error")) {
                    rows.add(List.of(each.level(), Integer.toString(each.code()), each.message()));
                }
            }
            replies.table(
                    List.of(
                            ColumnDefinition.text("Level", 7),
                            ColumnDefinition.number("Code"),
                            ColumnDefinition.text("Message", 512)),
                    limited(rows, words),
                    more);
            return true;
        }
        if (words.are(1, "COUNT", "(", "*", ")") && words.size() == 6) {
            boolean all = words.is(5, "WARNINGS");
            return number(all ? "@@session.warning_count" : "@@session.error_count", count(all), more);
        }
        return false;
    }

    private boolean databases(String label, Predicate<String> listed, int more) throws IOException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        state.databases().stream().filter(listed).sorted().forEach(name -> rows.add(List.of(name)));
        replies.table(List.of(ColumnDefinition.text(label, 64)), rows, more);
        return true;
    }

    private static Pattern like(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean escapes = c == '\\' && i + 1 < pattern.length();
            if (escapes) {
                c = pattern.charAt(++i);
            }
            regex.append(!escapes && c == '%' ? ".*" : !escapes && c == '_' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    /** LIMIT [skipped,] count. */
    private static List<List<@Nullable String>> limited(List<List<@Nullable String>> rows, Words words) {
        if (!words.is(2, "LIMIT")) {
            return rows;
        }
        try {
            boolean skips = words.is(4, ",");
            long first = skips ? Long.parseLong(words.at(3)) : 0;
            long count = Long.parseLong(words.at(skips ? 5 : 3));
            return rows.stream().skip(first).limit(count).toList();
        } catch (IllegalArgumentException none) {
            return rows;
        }
    }

    private long count(boolean all) {
        return state.warnings.stream()
                .filter(each -> all || each.level().equals("Error"))
                .count();
    }

    private boolean select(Words words, int more) throws IOException {
        if (isCall(words, "DATABASE") || isCall(words, "SCHEMA")) {
            List<@Nullable String> row = new ArrayList<>();
            row.add(state.databaseName());
            replies.table(List.of(ColumnDefinition.text(words.text(1, 4), 64)), List.of(row), more);
            return true;
        }
        if (isCall(words, "CONNECTION_ID")) {
            return number(words.text(1, 4), session.id(), more);
        }
        String label = words.text(1, words.size());
        return switch (variable(words)) {
            case "autocommit" -> flag(label, state.settings.autoCommit(), more);
            case "in_transaction" -> flag(label, state.isInTransaction(), more);
            case "warning_count" -> number(label, count(true), more);
            case "error_count" -> number(label, count(false), more);
            default -> false;
        };
    }

    private boolean flag(String label, boolean on, int more) throws IOException {
        replies.table(List.of(ColumnDefinition.flag(label)), List.of(List.of(on ? "1" : "0")), more);
        return true;
    }

    private boolean number(String label, long value, int more) throws IOException {
        replies.table(List.of(ColumnDefinition.number(label)), List.of(List.of(Long.toString(value))), more);
        return true;
    }
}
