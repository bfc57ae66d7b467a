package io.shardkit.execute.query;

import io.shardkit.execute.NamePattern;
import io.shardkit.execute.TableNames;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers SHOW and DESCRIBE in logical names; the answer is held in memory. */
final class ShowQuery {
    /** A text in quotes, or a name of a table, an index or a constraint with what stands before it. */
    private static final Pattern NAME =
            Pattern.compile("'(?:[^'\\\\]++|''|\\\\.)*+'|\\b(TABLE|REFERENCES|CONSTRAINT|KEY|INDEX) `([^`]+)`");

    private final DriverQuestions connections;
    private final TableNames names;

    ShowQuery(Session session, TableNames names) {
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
        GeneratedKeyRows shape = ask(shown.question());
        List<Object[]> rows = new ArrayList<>();
        for (ShardCall call : shown.calls()) {
            for (Object[] row : ask(call).values()) {
                String name = names.listed(call.dataSource(), String.valueOf(row[0]));
                if (name != null && (shown.like() == null || NamePattern.matches(shown.like(), name))) {
                    row[0] = name;
                    for (int i = 1; i < row.length; i++) {
                        row[i] = row[i] instanceof String cell ? names.schema(cell) : row[i];
                    }
                    rows.add(row);
                }
            }
        }
        rows.sort((a, b) -> a[0].toString().compareTo(b[0].toString()));
        return new GeneratedKeyRows(shape.columns(), rows);
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
