package io.shardkit.boot.imports;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.TextResourceOrigin;

/** The parts of a configuration that cannot be taken, line by line. Not thread-safe. */
final class Problems {
    private final String source;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> notes = new ArrayList<>();

    /** @param source what is read, for the message */
    Problems(String source) {
        this.source = source;
    }

    private record Problem(int line, String text) {}

    /**
     * One that cannot be taken.
     *
     * @param name as it stands there, or empty
     * @param why as a sentence without a full stop; without a value that may be secret
     */
    void add(@Nullable Origin origin, String name, String why) {
        addTo(problems, origin, name, why);
    }

    /** Notes a part that is taken, with a difference that users should know of. */
    void note(@Nullable Origin origin, String name, String difference) {
        addTo(notes, origin, name, difference);
    }

    /** The notes, each with its place. */
    List<String> notes() {
        return notes.stream().map(note -> source + ", " + note.text()).toList();
    }

    private static void addTo(List<Problem> list, @Nullable Origin origin, String name, String why) {
        int line = 0;
        String place = origin == null ? "" : origin + ": ";
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            line = text.getLocation().getLine() + 1;
            place = "line " + line + ": ";
        }
        Problem problem = new Problem(line, place + name + (name.isEmpty() ? "" : ": ") + why);
        if (!list.contains(problem)) {
            list.add(problem);
        }
    }

    /** Refuses the configuration if something of it cannot be taken; the message lists every line. */
    void check() {
        if (problems.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(source)
                .append(problems.size() == 1 ? " has a line" : " has " + problems.size() + " lines")
                .append(" that cannot be taken:");
        problems.stream().sorted(Comparator.comparingInt(Problem::line)).forEach(problem -> text.append("\n      ")
                .append(problem.text()));
        throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, ShardingImport.PROPERTY, text.toString());
    }
}
