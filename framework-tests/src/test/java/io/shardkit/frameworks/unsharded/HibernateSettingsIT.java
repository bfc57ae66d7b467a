package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.service.spi.ServiceException;
import org.junit.jupiter.params.ParameterizedTest;

/** Hibernate starts without a setting wherever it does so on one database by the same driver. */
class HibernateSettingsIT {

    @ParameterizedTest
    @OnDatabases
    void areGivenOnlyWhereOneDatabaseNeedsThem(TestDatabase kind) throws SQLException {
        try (HikariDataSource one = kind.create("one");
                ShopDatabases databases = new ShopDatabases(kind)) {
            boolean needed = !HibernateSettings.of(kind).isEmpty();
            assertThat(startsAlone(one)).isEqualTo(!needed);
            assertThat(startsAlone(databases.logical)).isEqualTo(!needed);
        }
    }

    private static boolean startsAlone(DataSource dataSource) {
        try {
            new HibernatePersistenceConfiguration("shop")
                    .managedClass(Memo.class)
                    .property("jakarta.persistence.nonJtaDataSource", dataSource)
                    .createEntityManagerFactory()
                    .close();
            return true;
        } catch (ServiceException refused) {
            assertThat(refused).hasStackTraceContaining("Unable to determine Dialect");
            return false;
        }
    }
}
