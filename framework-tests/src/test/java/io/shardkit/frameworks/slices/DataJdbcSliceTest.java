package io.shardkit.frameworks.slices;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.jdbc.core.JdbcOperations;

@ShardedNotes
@DataJdbcTest(properties = "spring.sql.init.schema-locations=classpath:notes.sql")
class DataJdbcSliceTest {
    @Autowired
    private DataSource dataSource;

    @Autowired
    @Qualifier("ds0") private DataSource ds0;

    @Autowired
    @Qualifier("ds1") private DataSource ds1;

    @Autowired
    private JdbcOperations jdbc;

    @Test
    void isSharded() {
        ShardedNotes.Check.isSharded(dataSource, ds0, ds1);
        jdbc.update("INSERT INTO t_note VALUES (1, 'one'), (2, 'two')");
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_note", Integer.class))
                .isEqualTo(2);
    }
}
