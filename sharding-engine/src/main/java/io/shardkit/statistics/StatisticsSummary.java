package io.shardkit.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The statistics of one instance. Immutable.
 *
 * @param reset the number of the last reset that it knows of
 * @param since the time since when it counts, in milliseconds of the epoch
 * @param statements each shape, and what is not counted by shape
 * @param definitions likewise of statements that define tables and the like
 */
record StatisticsSummary(long reset, long since, List<Counts> statements, List<Counts> definitions) {
    /** Copies the lists. */
    StatisticsSummary {
        statements = List.copyOf(statements);
        definitions = List.copyOf(definitions);
    }

    /** Returns the same with no more statements than these: those with the most time, and the rest together. */
    StatisticsSummary atMost(int number, int ofDefinitions) {
        return new StatisticsSummary(reset, since, atMost(number, statements), atMost(ofDefinitions, definitions));
    }

    private static List<Counts> atMost(int number, List<Counts> all) {
        if (all.size() <= number) {
            return all;
        }
        List<Counts> sorted = all.stream()
                .filter(each -> !each.sql().equals(StatementStatistics.OTHERS))
                .sorted(Comparator.comparingLong(Counts::nanos).reversed())
                .toList();
        Counts none = Counts.none(
                StatementStatistics.OTHERS,
                StatementStatistics.OTHERS,
                all.get(0).operation());
        Counts rest = Stream.concat(sorted.stream().skip(number), all.stream().filter(each -> each.sql()
                        .equals(StatementStatistics.OTHERS)))
                .reduce(none, Counts::plus);
        return Stream.concat(sorted.stream().limit(number), Stream.of(rest)).toList();
    }
}
