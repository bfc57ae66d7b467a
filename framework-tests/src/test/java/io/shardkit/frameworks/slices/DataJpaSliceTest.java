package io.shardkit.frameworks.slices;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jpa.test.autoconfigure.TestEntityManager;

@ShardedNotes
@DataJpaTest
class DataJpaSliceTest {
    @Autowired
    private DataSource dataSource;

    @Autowired
    @Qualifier("ds0") private DataSource ds0;

    @Autowired
    @Qualifier("ds1") private DataSource ds1;

    @Autowired
    private TestEntityManager entities;

    @Test
    void isSharded() {
        // Hibernate made the table without being asked to, as it does on Boot's own embedded database
        ShardedNotes.Check.isSharded(dataSource, ds0, ds1);
        entities.persist(new Note(1, "one"));
        entities.persist(new Note(2, "two"));
        entities.flush();
        entities.clear();
        assertThat(entities.find(Note.class, 2).title()).isEqualTo("two");
    }
}
