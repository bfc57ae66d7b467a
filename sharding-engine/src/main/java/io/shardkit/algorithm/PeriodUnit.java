package io.shardkit.algorithm;

import java.time.LocalDate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The unit of the periods of {@link Algorithms#interval}. */
public enum PeriodUnit {
    /** Days. */
    DAYS,
    /** Seven days, from whatever day the first period begins on. */
    WEEKS,
    /** Calendar months; the first period begins on the first of one. */
    MONTHS,
    /** January to March and so on; the first period begins on the first day of one. */
    QUARTERS,
    /** Calendar years; the first period begins on a first of January. */
    YEARS;

    LocalDate plus(LocalDate date, long amount) {
        return switch (this) {
            case DAYS -> date.plusDays(amount);
            case WEEKS -> date.plusWeeks(amount);
            case MONTHS -> date.plusMonths(amount);
            case QUARTERS -> date.plusMonths(3 * amount);
            case YEARS -> date.plusYears(amount);
        };
    }

    /** Returns true if a period may begin on the day, so that each day is in one period only. */
    boolean begins(LocalDate date) {
        return switch (this) {
            case DAYS, WEEKS -> true;
            case MONTHS -> date.getDayOfMonth() == 1;
            case QUARTERS -> date.getDayOfMonth() == 1 && date.getMonthValue() % 3 == 1;
            case YEARS -> date.getDayOfYear() == 1;
        };
    }

    static @Nullable PeriodUnit of(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        for (PeriodUnit unit : values()) {
            if (unit.name().equals(upper) || unit.name().equals(upper + "S")) {
                return unit;
            }
        }
        return null;
    }
}
