package io.shardkit.lab.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a run found out: what its page shows and what its file holds. Two runs of one name are comparable.
 *
 * @param name what ran, short and the same in each run, such as {@code order-service} or {@code B}
 * @param title the heading of the page
 * @param started when it began
 * @param seconds how long it took, from {@link #started} to the end of the data check
 * @param machine where
 * @param settings what it was told, by property, in the order in which a reader wants to see them; the seed is one
 * @param answers what a reader came for, shown first
 * @param sections everything else, in this order
 * @param published figures of other people's reports beside ours; empty where there are none
 * @param check the databases against what was acknowledged
 * @param notes how it was measured and what a reader must know to judge it, a sentence or two each
 */
public record Run(
        String name,
        String title,
        Instant started,
        double seconds,
        Machine machine,
        Map<String, String> settings,
        List<Answer> answers,
        List<Section> sections,
        List<Published> published,
        DataCheck check,
        List<String> notes) {

    public Run {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        answers = List.copyOf(answers);
        sections = List.copyOf(sections);
        published = List.copyOf(published);
        notes = List.copyOf(notes);
    }

    /** Returns the duration of the run. */
    public Duration took() {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }

    /** Every figure of the run, those of the answers first; what {@link Comparison} goes through. */
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        answers.forEach(answer -> figures.add(answer.figure()));
        sections.forEach(section -> figures.addAll(section.figures()));
        return figures;
    }

    /** Returns the reasons why the build must fail; empty if the data check passed. */
    public List<String> failures() {
        return check.failures();
    }
}
