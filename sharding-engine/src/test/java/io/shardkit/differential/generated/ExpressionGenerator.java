package io.shardkit.differential.generated;

import io.shardkit.differential.Seeds;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates queries of unusual expressions: chains of signs, parentheses without need, conditions that hold always or
 * never. After the random queries of sqllogictest, of which nothing is copied.
 */
final class ExpressionGenerator {
    private static final String[] TABLES = {"o", "x", "q"};
    private static final String[] COLUMNS = {"k", "id", "a"};
    private static final String[] AGGREGATES = {"COUNT", "MIN", "MAX", "SUM"};
    private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};

    private final Random random;
    private final String integer;
    private List<String> columns = List.of();

    ExpressionGenerator(long seed, TestDatabase database) {
        this.random = Seeds.random(seed);
        this.integer = database.speaksMysql() ? "SIGNED" : "INTEGER";
    }

    String query() {
        StringBuilder sql = new StringBuilder("SELECT ").append(choice("", "", "DISTINCT ", "ALL "));
        String from = from();
        int form = random.nextInt(4);
        if (form == 0) {
            return sql.append(list(this::aggregated))
                    .append(from)
                    .append(where())
                    .toString();
        }
        if (form == 1) {
            String group = choice(columns.toArray(String[]::new));
            String having = random.nextInt(3) == 0 ? " HAVING " + condition(this::aggregated) : "";
            String where = where();
            columns = List.of(group);
            return sql.append(list(() -> random.nextBoolean() ? expression(2) : aggregated()))
                    .append(from)
                    .append(where)
                    .append(" GROUP BY ")
                    .append(group)
                    .append(having)
                    .toString();
        }
        return sql.append(list(() -> expression(2)))
                .append(from)
                .append(where())
                .toString();
    }

    /** One of the forms of an expression that are made of others. */
    private interface Part {
        String next();
    }

    private String from() {
        String table = choice(TABLES);
        String from = " FROM " + table;
        columns = new ArrayList<>();
        boolean named = random.nextBoolean();
        from += named ? choice(" AS cor0", " cor0") : "";
        String name = named ? "cor0" : table;
        boolean joined = random.nextInt(5) == 0;
        for (String column : COLUMNS) {
            columns.add(!joined && random.nextBoolean() ? column : name + "." + column);
        }
        if (joined) {
            from += choice(
                    " CROSS JOIN b1 AS cor1", ", b1 AS cor1", " INNER JOIN b1 cor1 ON - cor1.id = + + " + name + ".a");
            columns.add("cor1.a");
        }
        return from;
    }

    private String list(Part item) {
        StringBuilder list = new StringBuilder();
        for (int i = random.nextInt(2); i >= 0; i--) {
            list.append(item.next())
                    .append(choice("", " AS col" + i, " col" + i))
                    .append(i > 0 ? ", " : "");
        }
        return list.toString();
    }

    private String where() {
        return random.nextInt(3) > 0 ? " WHERE " + condition(() -> expression(2)) : "";
    }

    private String condition(Part part) {
        String not = choice("", "NOT ");
        String inner = choice("", "NOT ");
        return switch (random.nextInt(7)) {
            case 0 -> not + part.next() + " " + inner + "BETWEEN " + part.next() + " AND " + part.next();
            case 1 -> not + part.next() + " " + inner + "IN ( " + part.next() + ", " + part.next() + " )";
            case 2 -> not + "( " + absent() + " ) IS " + inner + "NULL";
            case 3 -> not + part.next() + " IS " + inner + "NULL";
            case 4 -> "( " + condition(part) + " ) " + choice("AND ", "OR ") + condition(part);
            case 5 -> not + "( " + part.next() + " ) " + choice(COMPARISONS) + " ( " + part.next() + " )";
            default -> not + part.next() + " " + choice(COMPARISONS) + " " + part.next();
        };
    }

    private String aggregated() {
        String call = random.nextInt(3) == 0
                ? "COUNT( * )"
                : choice(AGGREGATES) + "( " + choice("", "DISTINCT ", "ALL ") + expression(1) + " )";
        return signs() + call + (random.nextBoolean() ? operator() + signs() + number() : "");
    }

    private String expression(int depth) {
        String expression = signs() + operand(depth);
        return random.nextBoolean() ? expression + operator() + signs() + operand(depth - 1) : expression;
    }

    private String operand(int depth) {
        if (depth <= 0 || random.nextInt(3) > 0) {
            return random.nextBoolean() ? number() : choice(columns.toArray(String[]::new));
        }
        return switch (random.nextInt(7)) {
            case 0 -> "COALESCE ( " + expression(depth - 1) + ", " + expression(depth - 1) + " )";
            case 1 -> "NULLIF ( " + expression(depth - 1) + ", " + expression(depth - 1) + " )";
            case 2 -> "CAST( " + expression(depth - 1) + " AS " + integer + " )";
            case 3 ->
                "CASE " + signs() + operand(0) + " WHEN " + expression(depth - 1) + " THEN " + expression(depth - 1)
                        + choice("", " ELSE " + expression(depth - 1)) + " END";
            case 4 -> "CASE WHEN " + condition(() -> expression(0)) + " THEN " + expression(depth - 1) + " END";
            case 5 -> absent();
            default -> "( " + expression(depth - 1) + " )";
        };
    }

    private String absent() {
        return "CAST( NULL AS " + integer + " )";
    }

    private String operator() {
        return choice(" + ", " - ", " * ");
    }

    private String signs() {
        StringBuilder signs = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            signs.append(choice("- ", "+ "));
        }
        return signs.toString();
    }

    private String number() {
        return String.valueOf(random.nextInt(100));
    }

    private String choice(String... of) {
        return of[random.nextInt(of.length)];
    }
}
