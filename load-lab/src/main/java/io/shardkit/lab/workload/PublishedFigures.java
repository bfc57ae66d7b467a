package io.shardkit.lab.workload;

import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.report.Published;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Opened;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The figures of published reports on sharding, as ratios to their own direct baselines, with ours beside them. */
final class PublishedFigures {
    private static final String SHARDING_JDBC = "Sharding-JDBC 1.5.2, 2017, MySQL 5.7";

    private PublishedFigures() {}

    static List<Published> of(LabSettings settings, List<Measured> all) {
        return switch (settings.workload()) {
            case "A" -> orders(all);
            case "B" ->
                settings.kind() == Database.POSTGRESQL
                        ? pointSelects(
                                all,
                                "PostgreSQL 10",
                                "sharded",
                                SysbenchWorkload.ONE,
                                3_082 / 11_519.0,
                                112_977 / 179_174.0,
                                280_439 / 302_767.0,
                                284_474 / 280_177.0)
                        : pointSelects(
                                all,
                                "MySQL 5.7",
                                "sharded",
                                SysbenchWorkload.ONE,
                                2_506 / 7_395.0,
                                101_687 / 154_408.0,
                                245_676 / 283_918.0,
                                252_621 / 281_902.0);
            case "R" ->
                pointSelects(
                        all,
                        "MySQL 5.7",
                        "reads split",
                        ReplicaWorkload.PRIMARY,
                        7_213 / 7_395.0,
                        147_768 / 154_408.0,
                        293_983 / 283_918.0,
                        287_190 / 281_902.0);
            default -> List.of();
        };
    }

    private static List<Published> pointSelects(
            List<Measured> all, String database, String how, String direct, double... theirs) {
        List<Published> published = new ArrayList<>();
        for (int i = 0; i < theirs.length; i++) {
            int threads = SysbenchWorkload.THREADS.get(i);
            Step.Ratio ratio = new Step.Ratio(Opened.SHARDKIT, List.of(direct), 0);
            Double ours = all.stream()
                    .filter(each -> !each.gated()
                            && !each.open()
                            && each.threads() == threads
                            && each.step().operation().equals("point_select"))
                    .map(each -> each.ratio(ratio))
                    .filter(Objects::nonNull)
                    .map(Estimate::value)
                    .findFirst()
                    .orElse(null);
            published.add(new Published(
                    "point select, " + how + ", " + threads + " threads / direct",
                    "ShardingSphere-JDBC 5.0.0-RC1, 2021, " + database,
                    theirs[i],
                    ours));
        }
        return published;
    }

    private static List<Published> orders(List<Measured> all) {
        String[] operations = {"query", "update", "insert"};
        List<Published> published = new ArrayList<>();
        String twoTables = "JDBC, 1 server, 2 tables";
        add(published, all, operations, false, "Shardkit, 1 server, 1 table", OrderWorkload.ONE, new double[] {
            1_600 / 1_586.0, 9_263 / 9_548.0, 10_882 / 11_182.0
        });
        add(published, all, operations, false, "Shardkit, 1 server, 2 tables", twoTables, new double[] {
            1_732 / 1_736.0, 8_941 / 9_170.0, 10_849 / 11_574.0
        });
        add(published, all, operations, true, OrderWorkload.TWO_SERVERS, OrderWorkload.ONE, new double[] {
            2_944 / 1_586.0, 18_561 / 9_548.0, 21_414 / 11_182.0
        });
        add(published, all, operations, true, "Shardkit, 2 servers, 2 tables each", twoTables, new double[] {
            3_331 / 1_736.0, 17_997 / 9_170.0, 23_043 / 11_574.0
        });
        return published;
    }

    private static void add(
            List<Published> published,
            List<Measured> all,
            String[] operations,
            boolean gated,
            String who,
            String direct,
            double[] theirs) {
        for (int i = 0; i < operations.length; i++) {
            String operation = operations[i];
            Step.Ratio ratio = new Step.Ratio(who, List.of(direct), 0);
            Double ours = all.stream()
                    .filter(each ->
                            each.gated() == gated && each.step().operation().equals(operation) && !each.open())
                    .map(each -> each.ratio(ratio))
                    .filter(Objects::nonNull)
                    .map(Estimate::value)
                    .findFirst()
                    .orElse(null);
            published.add(new Published(
                    operation + ", " + who + " / " + direct + (gated ? " (ours gated)" : ""),
                    SHARDING_JDBC + ", saturated",
                    theirs[i],
                    ours));
        }
    }
}
