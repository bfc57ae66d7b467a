package io.shardkit.planner.gather;

import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.BooleanText.Leaf;

/**
 * A condition with a subquery that units check. Immutable.
 *
 * @param leaf the tokens where it stands
 * @param table the table of the subquery
 * @param condition the condition over the unit's join
 */
record UnitSubquery(Leaf leaf, TableUse table, Filter condition) {}
