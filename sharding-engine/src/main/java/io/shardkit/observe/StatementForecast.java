package io.shardkit.observe;

/**
 * A statement that runs in another way under another rule. Both rules have planned it for the same sample values.
 *
 * @param sql with {@code ?} for its values
 * @param now the way it runs, such as {@code 4 units}, in words
 * @param then the way it would run
 * @param reason why there would be no cheaper way, or why it would be refused; empty if it would go to one unit
 */
public record StatementForecast(String sql, String now, String then, String reason) {}
