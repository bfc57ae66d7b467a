package io.shardkit.boot.audit;

import io.shardkit.sql.statement.Parameters;
import java.util.List;

/**
 * A statement that was sent, or the entries of a batch that have one text.
 *
 * @param dataSource the name of the bean that it was sent to
 * @param sql its text
 * @param rows the parameters of each execution, as far as they were kept
 * @param executions how many executions there were
 * @param nanos how long all of them took together
 * @param failed whether it threw
 */
record Sent(String dataSource, String sql, List<Parameters> rows, long executions, long nanos, boolean failed) {}
