package com.example.orders.byhand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

class CommitOneByOneTest {

    private final CommitOneByOne transactions = new CommitOneByOne();
    private final TransactionTemplate template = new TransactionTemplate(transactions);
    private final DataSource first = database("first");
    private final DataSource second = database("second");

    @BeforeEach
    void emptyTables() {
        Stream.of(first, second)
                .forEach(pool -> new JdbcTemplate(pool).execute("CREATE TABLE IF NOT EXISTS t (n INT); DELETE FROM t"));
    }

    @Test
    void commitsInAllThatTookPart() {
        template.executeWithoutResult(status -> {
            insert(first);
            insert(second);
            insert(first);
            assertThat(count(first)).as("seen by others").isZero();
        });

        assertThat(count(first)).isEqualTo(2);
        assertThat(count(second)).isEqualTo(1);
    }

    @Test
    void takesBackInAllThatTookPart() {
        assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                    insert(first);
                    insert(second);
                    template.executeWithoutResult(inner -> {
                        throw new IllegalStateException("no");
                    });
                }))
                .hasMessage("no");

        assertThat(count(first) + count(second)).isZero();
    }

    @Test
    void changesNothingOutsideOfATransaction() {
        insert(first);

        assertThat(count(first)).isEqualTo(1);
    }

    private void insert(DataSource pool) {
        transactions.join(pool);
        new JdbcTemplate(pool).update("INSERT INTO t VALUES (1)");
    }

    /** By a connection of its own. */
    private static int count(DataSource pool) {
        JdbcDataSource other = new JdbcDataSource();
        other.setURL(((JdbcDataSource) pool).getURL());
        Integer count = new JdbcTemplate(other).queryForObject("SELECT COUNT(*) FROM t", Integer.class);
        return count == null ? -1 : count;
    }

    private static DataSource database(String name) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:commit_" + name + ";DB_CLOSE_DELAY=-1");
        return database;
    }
}
