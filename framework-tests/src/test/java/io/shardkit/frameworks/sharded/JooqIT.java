package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.params.ParameterizedTest;

/** jOOQ, which puts all names in quotes. */
class JooqIT {
    private static final Table<Record> ORDERS = table(name("t_order"));
    private static final Field<Long> ORDER_ID = field(name("order_id"), Long.class);
    private static final Field<Long> USER_ID = field(name("user_id"), Long.class);
    private static final Field<String> STATUS = field(name("status"), String.class);

    @ParameterizedTest
    @OnDatabases
    void writesAndReads(TestDatabase kind) throws SQLException {
        SQLDialect dialect =
                switch (kind) {
                    case H2 -> SQLDialect.H2;
                    case MARIADB, MARIADB_CONNECTOR_J -> SQLDialect.MARIADB;
                    case MYSQL -> SQLDialect.MYSQL;
                    case POSTGRESQL -> SQLDialect.POSTGRES;
                };
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            DSLContext jooq = DSL.using(databases.logical, dialect);
            // region: jooq
            jooq.update(ORDERS)
                    .set(STATUS, "PAID")
                    .where(USER_ID.eq(2L).and(ORDER_ID.eq(4L)))
                    .execute();
            // endregion
            int moved = jooq.update(ORDERS)
                    .set(USER_ID, 2L)
                    .set(STATUS, "MOVED")
                    .where(ORDER_ID.eq(1L))
                    .execute();
            assertThat(moved).isEqualTo(1);
            assertThat(databases.count(0, "t_order_1")).isEqualTo(2);
            assertThat(jooq.select(ORDER_ID)
                            .from(ORDERS)
                            .orderBy(ORDER_ID.desc())
                            .limit(2)
                            .offset(1)
                            .fetch(ORDER_ID))
                    .containsExactly(3L, 2L);
            assertThat(jooq.select(STATUS, count())
                            .from(ORDERS)
                            .groupBy(STATUS)
                            .orderBy(STATUS)
                            .fetch(STATUS))
                    .containsExactly("MOVED", "NEW", "PAID");
            assertThat(jooq.batch(jooq.insertInto(ORDERS, ORDER_ID, USER_ID, STATUS)
                                    .values((Long) null, null, null))
                            .bind(20L, 3L, "NEW")
                            .bind(21L, 4L, "NEW")
                            .execute())
                    .containsExactly(1, 1);
            int deleted = jooq.transactionResult(transaction ->
                    transaction.dsl().deleteFrom(ORDERS).where(ORDER_ID.gt(2L)).execute());
            assertThat(deleted).isEqualTo(4);
            assertThat(jooq.fetchCount(ORDERS)).isEqualTo(2);
        }
    }
}
