package io.shardkit.planner;

import io.shardkit.error.ShardingException;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.FixedTimestampWrite;
import io.shardkit.plan.MergeText;
import io.shardkit.plan.MergedQuery;
import io.shardkit.plan.MultiShardWrite;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.Plan;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.SingleShard;
import io.shardkit.plan.SplitInsert;
import io.shardkit.plan.command.LastKey;
import io.shardkit.plan.command.MaintainedTables;
import io.shardkit.plan.command.SessionSet;
import io.shardkit.plan.command.Shown;
import io.shardkit.plan.command.ShownTables;
import io.shardkit.plan.command.TransactionCommand;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GatherTable.Narrowing;
import io.shardkit.plan.gather.GatheredInsert;
import io.shardkit.plan.gather.GatheredWrite;
import io.shardkit.plan.gather.SubqueryRows;
import io.shardkit.plan.limit.LimitedUpdate;
import io.shardkit.plan.limit.LockingRead;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Setting;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prints what a plan does in one execution. The units are those that the SQL names, and not those that the plan says. */
final class GoldenPrint {
    private static final Pattern ACTUAL_NAME = Pattern.compile(
            "\\b(" + String.join("|", OrderTables.sharded()) + ")_(\\d+)(?=\\b|_)", Pattern.CASE_INSENSITIVE);

    private final ShardingRule rule;

    GoldenPrint(ShardingRule rule) {
        this.rule = rule;
    }

    /**
     * Prints a plan.
     *
     * @param plan the plan without gathering
     * @param gathering the plan with gathering, printed where the other is refused
     */
    Map<String, Object> print(Plan plan, Plan gathering, List<@Nullable Object> params) throws SQLException {
        Map<String, Object> print = new LinkedHashMap<>();
        try {
            calls(plan.bind(parameters(params), -1), params, print);
        } catch (SQLException e) {
            print.put("refuse", code(e));
            if (plan.statement().refusal() == null) {
                print.put("at", "execution");
                gather(gathering, params, print);
            }
        }
        return print;
    }

    private void gather(Plan plan, List<@Nullable Object> params, Map<String, Object> print) throws SQLException {
        try {
            BoundPlan bound = plan.bind(parameters(params), -1);
            if (bound instanceof Gather gather) {
                print.put("gather", rule.dataSources().get(gather.dataSource()));
                gather(gather, params, print);
            } else if (bound instanceof GatheredWrite write) {
                print.put(
                        "gather",
                        write.copies().stream()
                                .map(copy -> rule.dataSources().get(copy.dataSource()))
                                .toList());
                gather(write.copies().get(0), params, print);
                write.shared().forEach(rows -> shared(rows, params, print));
                print.put(
                        "writes",
                        write.writes().stream()
                                .map(unit -> rule.dataSources().get(unit.dataSource()) + "."
                                        + String.join(" + ", new TreeMap<>(unit.tables()).values()))
                                .toList());
            } else if (bound instanceof GatheredInsert insert) {
                print.put("gather", rule.dataSources().get(insert.rows().dataSource()));
                gather(insert.rows(), params, print);
                print.put(
                        "inserts",
                        insert.head().render(use -> "unit") + " VALUES ..."
                                + insert.tail().render(use -> "unit"));
            }
        } catch (SQLException e) {
            if (!code(e).equals(print.get("refuse"))) {
                print.put("gather", "refuse " + code(e));
            }
        }
    }

    private void gather(Gather gather, List<@Nullable Object> params, Map<String, Object> print) {
        print.put("text", gather.text().render(use -> gather.shownName(use)));
        for (GatherTable table : gather.tables()) {
            print.put(Gather.temporaryName(table.use()), gathered(table.calls(), params));
            if (table.narrowing() != null) {
                print.put("keys of " + Gather.temporaryName(table.use()), links(table.narrowing()));
            }
            for (int use : table.repeats()) {
                print.put(Gather.temporaryName(use), Gather.temporaryName(table.use()));
            }
            if (table.groups() != null) {
                print.put("groups", table.groups().merge("units"));
            }
        }
        for (SqlTemplate.Asked query : gather.text().asked()) {
            String name = Gather.temporaryName(query.use());
            print.put(name, query.query().render(use -> gather.shownName(use)));
            gather.copiesOf(query).forEach(use -> print.put(Gather.temporaryName(use), name));
        }
    }

    private static List<String> links(Narrowing narrowing) {
        return narrowing.links().stream()
                .map(link -> link.column() + " = " + Gather.temporaryName(link.from()) + "." + link.key())
                .toList();
    }

    /** Prints where a subquery is asked for all data sources, its SQL there, and the tables that it reads. */
    private void shared(SubqueryRows rows, List<@Nullable Object> params, Map<String, Object> print) {
        String name = Gather.temporaryName(rows.use());
        Gather gather = rows.rows();
        print.put(
                name,
                List.of(
                        List.of(rule.dataSources().get(gather.dataSource())),
                        gather.text().render(use -> gather.shownName(use))));
        for (GatherTable table : gather.tables()) {
            List<@Nullable Object> own = params.subList(rows.firstParameter(), params.size());
            print.put(name + "_" + table.use(), gathered(table.calls(), own));
        }
    }

    /** The units and what is asked of the first; none are left where no row can match. */
    private List<Object> gathered(List<ShardCall> calls, List<@Nullable Object> params) {
        List<Object> gathered = new ArrayList<>();
        gathered.add(units(calls));
        if (!calls.isEmpty()) {
            gathered.add(
                    calls.get(0).sql().replaceFirst(" (LIMIT 100001|FETCH FIRST 100001 ROWS ONLY)(?= LOCK|$)", ""));
            List<@Nullable Object> values = values(calls.get(0), params);
            if (!values.isEmpty()) {
                gathered.add(values);
            }
        }
        return gathered;
    }

    private static String code(SQLException e) throws SQLException {
        if (e instanceof ShardingException refusal) {
            return refusal.errorCode().name();
        }
        throw e;
    }

    static Parameters parameters(List<@Nullable Object> values) {
        Parameters parameters = new Parameters(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof Integer || value instanceof Long) {
                parameters.setLong(i, ((Number) value).longValue());
            } else if (value instanceof String text) {
                parameters.setString(i, text);
            } else {
                parameters.setObject(i, value);
            }
        }
        return parameters;
    }

    private void calls(BoundPlan bound, List<@Nullable Object> params, Map<String, Object> print) {
        if (bound instanceof ProbedWrite asked) {
            print.put(
                    "asks",
                    asked.questions().probes().stream().map(this::question).toList());
            calls(asked.write(), params, print);
        } else if (bound instanceof LastKey last) {
            print.put("last key", last.label());
        } else if (bound instanceof SessionSet set) {
            print.put("sets", set.settings().values().stream().map(Setting::sql).toList());
        } else if (bound instanceof TransactionCommand control) {
            String detail = control.step().detail();
            print.put("transaction", control.step().kind() + (detail.isEmpty() ? "" : " " + detail));
        } else if (bound instanceof ShownTables tables) {
            String like = tables.like() == null ? "" : " like " + tables.like();
            String where = tables.where() == null ? "" : " where " + tables.where();
            calls(tables.calls(), "the logical tables" + like + where, params, print);
        } else if (bound instanceof MaintainedTables tables) {
            calls(tables.calls(), "one answer for each logical table", params, print);
        } else if (bound instanceof MergedQuery query) {
            calls(query.calls(), MergeText.of(query.merge(), query.limit()), params, print);
        } else if (bound instanceof FixedTimestampWrite timed) {
            List<String> times =
                    timed.questions().stream().map(time -> "<" + time + ">").toList();
            calls(timed.at(times).calls(), "one count, the same everywhere, at one time", params, print);
        } else if (bound instanceof SplitInsert insert) {
            String rows = "rows " + insert.rows().stream().map(Arrays::toString).toList();
            calls(insert.calls(), rows, params, print);
            if (insert.generated()) {
                print.put("keys", insert.keys());
            }
        } else if (bound instanceof LockingRead read) {
            looks(read, print);
            calls(read.locks(), MergeText.of(read.merge(), read.limit()), params, print);
        } else if (bound instanceof LimitedUpdate write) {
            if (write.first() != null) {
                looks(write.first().read(), print);
            }
            calls(write.writes(), Calls.Counts.SUM.words(), params, print);
        } else if (bound instanceof MultiShardWrite writes) {
            calls(writes.calls(), writes.counts().words(), params, print);
        } else {
            ShardCall call = bound instanceof Shown shown ? shown.call() : ((SingleShard) bound).call();
            calls(List.of(call), null, params, print);
        }
    }

    private static void looks(LockingRead read, Map<String, Object> print) {
        if (!read.looks().isEmpty()) {
            print.put("looks", read.looks().get(0).sql());
            print.put("locks", read.locks().get(0).sql());
        }
    }

    private void calls(
            List<ShardCall> calls, @Nullable String merge, List<@Nullable Object> params, Map<String, Object> print) {
        boolean alike =
                calls.stream().map(call -> generic(call, params)).distinct().count() == 1;
        if (alike) {
            print.put("units", units(calls));
            print.put("text", calls.get(0).sql());
            if (calls.get(0).mapping() != null) {
                print.put("gets", values(calls.get(0), params));
            }
        } else {
            print.put("calls", calls.stream().map(call -> each(call, params)).toList());
        }
        if (merge != null) {
            print.put("merge", merge);
        }
    }

    private List<Object> question(UniquenessProbe question) {
        ShardCall call = question.call();
        return List.of(rule.dataSources().get(call.dataSource()), call.sql(), values(call, List.of()));
    }

    private Map<String, Object> each(ShardCall call, List<@Nullable Object> params) {
        Map<String, Object> each = new LinkedHashMap<>();
        each.put("unit", unit(call));
        each.put("text", call.sql());
        if (call.mapping() != null) {
            each.put("gets", values(call, params));
        }
        return each;
    }

    private static String generic(ShardCall call, List<@Nullable Object> params) {
        String text = ACTUAL_NAME.matcher(call.sql()).replaceAll("$1");
        return call.mapping() == null ? text : text + values(call, params);
    }

    private static List<@Nullable Object> values(ShardCall call, List<@Nullable Object> params) {
        List<@Nullable Object> values = new ArrayList<>();
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            for (int source : mapping.sources()) {
                values.add(source >= 0 ? params.get(source) : mapping.computed()[-1 - source]);
            }
        }
        return values;
    }

    /** The units, or {@code all of} a table if it is each one of a table with several. */
    private Object units(List<ShardCall> calls) {
        List<String> units = calls.stream().map(this::unit).toList();
        if (units.size() > 1) {
            for (ShardedTable table : rule.shardedTables()) {
                if (table.nodes().stream().map(DataNode::toString).toList().equals(units)) {
                    return "all of " + table;
                }
            }
        }
        return units;
    }

    private String unit(ShardCall call) {
        String source = rule.dataSources().get(call.dataSource());
        Matcher name = ACTUAL_NAME.matcher(call.sql());
        return name.find() ? source + "." + name.group() : source;
    }

    /** The lines of a print in a file of goldens. */
    static List<String> yaml(Map<String, Object> print, String indent) {
        List<String> lines = new ArrayList<>();
        print.forEach((key, value) -> {
            if (key.equals("calls") && value instanceof List<?> calls) {
                lines.add(indent + "calls:");
                for (Object call : calls) {
                    String mark = "- ";
                    for (Map.Entry<?, ?> entry : ((Map<?, ?>) call).entrySet()) {
                        lines.add(indent + "  " + mark + entry.getKey() + ": " + scalar(entry.getValue()));
                        mark = "  ";
                    }
                }
            } else {
                lines.add(indent + key + ": " + scalar(value));
            }
        });
        return lines;
    }

    private static String scalar(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return "["
                    + String.join(", ", list.stream().map(GoldenPrint::scalar).toList()) + "]";
        }
        if (!(value instanceof String text)) {
            return String.valueOf(value);
        }
        if (text.matches("[A-Za-z][A-Za-z0-9_. ]*[A-Za-z0-9_]")) {
            return text;
        }
        return text.contains("\n")
                ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"'
                : "'" + text.replace("'", "''") + "'";
    }
}
