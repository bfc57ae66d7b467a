package io.shardkit.rule;

/**
 * An exception beside the algorithm of a table: the rows with one value of its sharding column lie in a unit that was
 * chosen for them.
 *
 * @param key the value as text: a number in digits, a date or time as in {@code 2024-01-31 09:30:00}, a text as it is,
 *     bytes as hexadecimal digits. All values that the column stores as the same one, or compares as equal, are meant
 * @param unit a data source, a dot and an actual table, such as {@code ds4.t_order_vip}: one of the nodes of the table as
 *     they were declared, or a further one, which has the rows of such keys alone
 */
public record PlacedKey(String key, String unit) {}
