package io.shardkit.frameworks.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.test.context.TestPropertySource;

/** Notes over two databases that are not there: a slice has to put others in their place. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TestPropertySource(
        properties = {
            "sharding.data-sources.ds0.url=jdbc:postgresql://127.0.0.1:1/notes0",
            "sharding.data-sources.ds1.url=jdbc:postgresql://127.0.0.1:1/notes1",
            "sharding.tables.t_note.actual-data-nodes=ds{0..1}.t_note",
            "sharding.tables.t_note.database-strategy.sharding-column=id",
            "sharding.tables.t_note.database-strategy.algorithm=modulo",
            "sharding.algorithms.modulo.type=mod"
        })
@interface ShardedNotes {
    /** The checks that all slices share. */
    final class Check {
        private Check() {}

        /** The slice's DataSource is the logical one, and each shard an embedded database that has the table. */
        static void isSharded(DataSource logical, DataSource ds0, DataSource ds1) {
            assertThat(logical).isInstanceOf(ShardingDataSource.class);
            for (DataSource shard : new DataSource[] {ds0, ds1}) {
                assertThat(shard).isInstanceOf(EmbeddedDatabase.class);
                assertThat(new JdbcTemplate(shard).queryForList("SELECT id FROM t_note"))
                        .isEmpty();
            }
        }
    }
}
