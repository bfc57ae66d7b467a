package io.shardkit.loadtest;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Load;
import io.shardkit.lab.load.Progress;
import io.shardkit.lab.load.Rounds;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.load.WarmUp;
import io.shardkit.lab.report.Answer;
import io.shardkit.lab.report.Chart;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Interval;
import io.shardkit.lab.report.Measurement;
import io.shardkit.lab.report.Section;
import io.shardkit.lab.report.ShardLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures what more databases gain when the database is the bottleneck: one by plain JDBC against two and four by
 * Shardkit, each database with the same limited capacity, under more and more threads.
 */
final class Gain {

    /** Of the most that was reached: from where on more threads bring little. */
    private static final double KNEE = 0.9;

    private final Conditions conditions;
    private final TurnSettings settings;

    private final List<List<Chart.Point>> curves = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<ShardLoad> shards = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Estimate> last = new ArrayList<>();
    private final List<Integer> databases = new ArrayList<>();
    private final List<List<String>> warmUps = new ArrayList<>();

    Gain(Conditions conditions) {
        this.conditions = conditions;
        this.settings = conditions.settings();
    }

    /** Measures one service of each stage, the one of a single database first, and checks their databases. */
    void measure(List<Stage> stages) throws IOException, InterruptedException, SQLException {
        List<Service> services = new ArrayList<>();
        List<Contender> contenders = new ArrayList<>();
        for (Stage stage : stages) {
            Service service = stage.services().get(0);
            services.add(service);
            contenders.add(stage.contender(service, settings.gainOperation()));
            names.add(service.title());
            databases.add(stage.topology().databases());
            curves.add(new ArrayList<>());
        }
        Progress progress = conditions.progress();
        Findings findings = conditions.findings();
        progress.section("gain");
        warmUps.addAll(Warming.run(
                conditions,
                services,
                contenders,
                conditions.closed(mostThreads()),
                Math.max(1, settings.warmUp() / 4)));
        for (int threads : settings.gainThreads()) {
            Load load = conditions.queueing(threads);
            // One turn before: the threads' connections to the service are opened in it
            List<Series> series = new Rounds(
                            new WarmUp(settings.gainTurn(), 2, 1, 1), settings.gainTurn(), settings.gainRounds())
                    .run(load, contenders, conditions.random(), progress);
            findings.add(series);
            add(threads, load, series);
        }
        for (int i = 0; i < stages.size(); i++) {
            shards.addAll(stages.get(i).shards(List.of(contenders.get(i)), conditions.statements()));
            stages.get(i).check(findings);
        }
    }

    private void add(int threads, Load load, List<Series> series) {
        last.clear();
        for (int i = 0; i < series.size(); i++) {
            Estimate pace = series.get(i).pace();
            curves.get(i).add(new Chart.Point(threads, pace.value(), Interval.of(pace)));
            measurements.add(Measurement.of(settings.gainOperation().title(), load.label(), series.get(i), null, null));
            Estimate ratio = series.get(i).ratioTo(series.get(0));
            last.add(ratio);
            if (i > 0) {
                figures.add(Figure.of(name(databases.get(i), load), "x", ratio, Figure.Better.HIGHER));
            }
        }
    }

    private int mostThreads() {
        return settings.gainThreads()[settings.gainThreads().length - 1];
    }

    private static String name(int count, Load load) {
        return "gain: " + count + " databases to 1, " + load.label();
    }

    Answer answer() {
        List<Chart.Series> series = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            series.add(new Chart.Series(names.get(i), curves.get(i)));
        }
        int most = mostThreads();
        StringBuilder sentence = new StringBuilder();
        for (int i = 1; i < last.size(); i++) {
            sentence.append(i == 1 ? "" : ", ")
                    .append(String.format(
                            Locale.ROOT,
                            "%s databases answer %.2f times (%.2f to %.2f)",
                            inWords(databases.get(i)),
                            last.get(i).value(),
                            last.get(i).low(),
                            last.get(i).high()));
        }
        sentence.append(String.format(
                Locale.ROOT,
                " what one database by plain JDBC answers under %d threads, where the database is what is scarce (%s).",
                most,
                settings.gate().inWords()));
        Estimate figure = last.get(last.size() - 1);
        return new Answer(
                "What do more databases give?",
                Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1),
                Figure.of(
                        "gain: " + databases.get(databases.size() - 1) + " databases to 1, most threads",
                        "x",
                        figure,
                        Figure.Better.HIGHER),
                new Chart.Lines("Requests per second by threads", "threads", "requests/s", true, series));
    }

    private static String inWords(int count) {
        return switch (count) {
            case 2 -> "two";
            case 4 -> "four";
            default -> Integer.toString(count);
        };
    }

    Section section() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            List<Chart.Point> curve = curves.get(i);
            double peak = curve.stream().mapToDouble(Chart.Point::y).max().orElse(0);
            double knee = curve.stream()
                    .filter(point -> point.y() >= KNEE * peak)
                    .mapToDouble(Chart.Point::x)
                    .min()
                    .orElse(0);
            rows.add(List.of(
                    names.get(i), String.format(Locale.ROOT, "%,.0f", peak), String.format(Locale.ROOT, "%.0f", knee)));
        }
        return new Section(
                "Gain when the database is scarce",
                "Each database, in every profile: " + settings.gate().inWords()
                        + ". A gate inside each service holds it, in front of a real "
                        + DatabaseServers.kind().label() + " server; it is code of the load"
                        + " test. What such a limit hides is the cost of the machine that all share; what it shows is"
                        + " whether the statements are spread and nothing but the databases limits them.",
                figures,
                List.of(),
                measurements,
                shards,
                List.of(
                        new Section.Table(
                                "Where the curve bends",
                                List.of("subject", "most requests/s", "threads for nine tenths of it"),
                                rows),
                        new Section.Table("Warming up", Warming.COLUMNS, warmUps)));
    }
}
