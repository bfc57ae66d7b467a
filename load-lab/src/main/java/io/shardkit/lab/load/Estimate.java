package io.shardkit.lab.load;

import java.util.ArrayList;
import java.util.List;

/**
 * A figure with the interval that it lies in with this confidence. A single value has an interval of no width.
 *
 * @param value between {@code low} and {@code high}
 * @param confidence such as 0.95
 */
public record Estimate(double value, double low, double high, double confidence) {
    private static final double CONFIDENCE = 0.95;

    /** Student's t at 97.5 per cent for 1 to 30 degrees of freedom. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    /** The mean of values, with the interval that Student's t gives. */
    public static Estimate mean(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
        double half = half(values, mean);
        return new Estimate(mean, mean - half, mean + half, CONFIDENCE);
    }

    /**
     * Returns the ratio of two throughputs, from turns that followed each other: the geometric mean of the ratios of
     * neighbouring turns, with the interval that Student's t gives for the mean of their logarithms. As both turns of a
     * pair see the same machine, its drift is in neither (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time,
     * 2013, on paired and on ratio estimates).
     *
     * @param one throughputs by turn, above 0
     * @param other those of the other, of the same turns
     */
    public static Estimate ratio(List<Double> one, List<Double> other) {
        return ofLogRatios(logRatios(one, other));
    }

    /**
     * The logarithms of the ratios of turns that followed each other; those of several pairs can be put together.
     *
     * @throws IllegalArgumentException if they are not of the same turns, or nothing got done in one
     */
    public static List<Double> logRatios(List<Double> one, List<Double> other) {
        if (one.size() != other.size() || one.isEmpty()) {
            throw new IllegalArgumentException(one.size() + " turns against " + other.size());
        }
        List<Double> logs = new ArrayList<>();
        for (int turn = 0; turn < one.size(); turn++) {
            if (!(one.get(turn) > 0 && other.get(turn) > 0)) {
                throw new IllegalArgumentException("nothing got done in turn " + (turn + 1) + ": there is no ratio");
            }
            logs.add(Math.log(one.get(turn) / other.get(turn)));
        }
        return logs;
    }

    /** The ratio whose logarithms these are. */
    public static Estimate ofLogRatios(List<Double> logs) {
        Estimate log = mean(logs);
        return new Estimate(Math.exp(log.value), Math.exp(log.low), Math.exp(log.high), CONFIDENCE);
    }

    private static double half(List<Double> values, double mean) {
        int degrees = values.size() - 1;
        if (degrees < 1) {
            return 0;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double student = STUDENT[Math.min(degrees, STUDENT.length) - 1];
        return student * Math.sqrt(squares / degrees / values.size());
    }
}
