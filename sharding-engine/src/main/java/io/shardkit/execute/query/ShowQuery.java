package io.shardkit.execute.query;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.NamePattern;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.command.MaintainedTables;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers SHOW, DESCRIBE, and ANALYZE TABLE and the like, in logical names; the answer is held in memory. */
final class ShowQuery {
    /** A text in quotes, or a name of a table, an index or a constraint with what stands before it. */
    private static final Pattern NAME =
            Pattern.compile("'(?:[^'\\\\]++|''|\\\\.)*+'|\\b(TABLE|REFERENCES|CONSTRAINT|KEY|INDEX) `([^`]+)`");

    private final Session session;
    private final DriverQuestions connections;
    private final TableNames names;
    private final Dialect dialect;

    ShowQuery(Session session, TableNames names) {
        this.session = session;
        this.dialect = session.databases().dialect();
        this.connections = new DriverQuestions(session);
        this.names = names;
    }

    GeneratedKeyRows of(Shown shown) throws SQLException {
        GeneratedKeyRows rows = ask(shown.call());
        List<String> labels = rows.labels();
        for (@Nullable Object[] row : rows.values()) {
            for (int i = 0; i < row.length; i++) {
                if (row[i] instanceof String cell) {
                    row[i] = switch (labels.get(i)) {
                        case "Table" -> names.logical(cell);
                        case "Key_name" -> names.ownName(cell, shown.table());
                        case "Create Table" -> definition(cell, shown.table());
                        default -> cell;
                    };
                }
            }
        }
        return rows;
    }

    /** The definition as the user wrote it, but for what the database adds. */
    private String definition(String actual, String table) {
        return NAME.matcher(actual).replaceAll(found -> {
            String name = found.group(2);
            if (name == null) {
                return Matcher.quoteReplacement(found.group());
            }
            boolean ofTable = found.group(1).equals("TABLE") || found.group(1).equals("REFERENCES");
            String logical = ofTable ? names.logical(name) : names.ownName(name, table);
            return Matcher.quoteReplacement(found.group(1) + " `" + logical + "`");
        });
    }

    GeneratedKeyRows of(ShownTables shown) throws SQLException {
        // A condition may name what no data source has, and is asked later.
        ShardCall question = shown.question();
        ShardCall unconditional =
                new ShardCall(question.dataSource(), 0, shown.calls().get(0).sql(), null);
        GeneratedKeyRows shape = ask(shown.where() == null ? question : unconditional);
        ListedRows listed = new ListedRows(shown.listed(), names);
        for (ShardCall call : shown.calls()) {
            listed.add(call.dataSource(), ask(call).values());
        }
        List<Object[]> rows = new ArrayList<>(listed.rows());
        String like = shown.like();
        if (like != null) {
            rows.removeIf(row -> !NamePattern.matches(like, listed.table(row)));
        }
        String where = shown.where();
        if (where != null && !rows.isEmpty()) {
            rows = kept(rows, shape.labels(), where, question.dataSource());
        }
        return new GeneratedKeyRows(shape.columns(), rows);
    }

    /** The rows that a condition holds for, by a database's word. */
    private List<Object[]> kept(List<Object[]> rows, List<String> labels, String where, int dataSource)
            throws SQLException {
        StringJoiner shown = new StringJoiner(" UNION ALL ", "SELECT sk_row FROM (", ") AS shown WHERE " + where);
        for (int i = 0; i < rows.size(); i++) {
            StringJoiner row = new StringJoiner(", ", "SELECT " + i + " AS sk_row, ", "");
            for (int j = 0; j < labels.size(); j++) {
                String value = literal(rows.get(i)[j]);
                row.add(i == 0 ? value + " AS " + dialect.quoted(labels.get(j)) : value);
            }
            shown.add(row.toString());
        }
        List<Object[]> kept = new ArrayList<>();
        for (Object[] found :
                ask(new ShardCall(dataSource, 0, shown.toString(), null)).values()) {
            kept.add(rows.get(((Number) found[0]).intValue()));
        }
        return kept;
    }

    private String literal(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        return value instanceof Number ? value.toString() : dialect.literal(value.toString());
    }

    /** The database commits what is open before such a statement. */
    GeneratedKeyRows of(MaintainedTables tables) throws SQLException {
        if (session.transactions().isOpen()) {
            throw ShardingExceptions.of(ErrorCode.DDL_IN_TRANSACTION, "ANALYZE, CHECK or OPTIMIZE TABLE");
        }
        GeneratedKeyRows shape = null;
        Map<String, Set<List<Object>>> answers = new LinkedHashMap<>();
        for (ShardCall call : tables.calls()) {
            GeneratedKeyRows rows = ask(call);
            shape = shape == null ? rows : shape;
            for (Object[] row : rows.values()) {
                String[] name = String.valueOf(row[0]).split("\\.", 2);
                String table = names.catalog(name[0]) + "." + names.logical(name[name.length - 1]);
                List<Object> answer = new ArrayList<>(Arrays.asList(row));
                answer.set(0, table);
                answers.computeIfAbsent(table, unknown -> new LinkedHashSet<>()).add(answer);
            }
        }
        List<Object[]> rows = new ArrayList<>();
        answers.values().forEach(each -> {
            // Messages about a table precede its status, as those of one table do.
            each.stream().filter(row -> !row.contains("status")).forEach(row -> rows.add(row.toArray()));
            each.stream().filter(row -> row.contains("status")).forEach(row -> rows.add(row.toArray()));
        });
        return new GeneratedKeyRows(Objects.requireNonNull(shape).columns(), rows);
    }

    private GeneratedKeyRows ask(ShardCall call) throws SQLException {
        return Objects.requireNonNull(connections.withConnection(call.dataSource(), physical -> {
            try (Statement statement = physical.createStatement();
                    ResultSet rows = statement.executeQuery(call.sql())) {
                return GeneratedKeyRows.read(rows);
            }
        }));
    }
}
