package io.shardkit.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Views of tables whose actual tables come with time are equal to one database, or fail with words. */
abstract class GrowthContract {
    static final String STORED = "  rule-store:\n    poll: 100ms\n";

    @Parameter
    TestDatabase database;

    EventShop shop;

    abstract ExportEngine engine();

    /** Starts the engine, without views, in a session of its own. */
    abstract void open() throws Exception;

    abstract void run(String script) throws Exception;

    abstract List<String> rows(String query) throws Exception;

    abstract void closeEngine() throws Exception;

    /** @param more what stands in the configuration beside the tables */
    void export(String more) throws Exception {
        open();
        shop = new EventShop(database, more);
        run(shop.script(engine()));
    }

    @AfterEach
    void close() throws Exception {
        closeEngine();
        if (shop != null) {
            if (shop.speaksMysql()) {
                shop.grant("DROP USER 'reader'@'%'");
            }
            shop.close();
        }
    }

    /** Makes the export anew, in another session of the engine. */
    private void again() throws Exception {
        closeEngine();
        open();
        run(shop.script(engine()));
    }

    private void assertEqual(String table) throws Exception {
        for (String query : EventShop.queries(table)) {
            assertThat(rows(query)).as(query).isEqualTo(shop.expected(query));
        }
    }

    private void assertFails(String table, String... words) {
        for (String query : EventShop.queries(table)) {
            AbstractThrowableAssert<?, ?> failure =
                    assertThatThrownBy(() -> rows(query)).as(query);
            List.of(words).forEach(failure::hasStackTraceContaining);
        }
    }

    private void assertOld(String table) {
        assertFails(
                table,
                "The actual tables of " + table + " that exist are not those of this export",
                "sharding-admin.jar export --engine " + engine().word());
    }

    @Test
    void newActualTableMakesTheExportOld() throws Exception {
        export(STORED);
        assertThat(shop.script(engine()))
                .contains("Left out: t_later")
                .doesNotContain("VIEW \"t_later", "VIEW `t_later");
        assertEqual("t_event");
        assertEqual("t_log");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-02-02', 8)");
        assertEqual("t_event");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-03-01', 16)");
        assertOld("t_event");
        assertEqual("t_log");
        again();
        assertEqual("t_event");
        // Only one of the two data sources has a table of February then.
        shop.write("INSERT INTO t_log (day, id) VALUES ('2026-02-01', 200)");
        assertOld("t_log");
        again();
        assertEqual("t_log");
        shop.write("INSERT INTO t_log (day, id) VALUES ('2026-02-01', 2)");
        assertOld("t_log");
        again();
        assertEqual("t_log");
        assertEqual("t_event");
    }

    @Test
    void newActualTableMakesTheExportOldWithoutAStoredRule() throws Exception {
        export("  rule-store:\n    mode: 'off'\n");
        assertEqual("t_event");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-03-01', 16)");
        assertOld("t_event");
        again();
        assertEqual("t_event");
    }

    /** MySQL and MariaDB say of no table that it exists to an account that may not read it. */
    @Test
    void accountThatMayNotSeeAllTablesIsRefused() throws Exception {
        Assumptions.assumeTrue(database.speaksMysql(), "Skipped: on PostgreSQL each account sees which tables exist.");
        export(STORED);
        shop.grantEach();
        again();
        assertFails("t_event", "New actual tables of t_event may be hidden", "grant it SELECT ON ");
        // Of patterns that match, the closest decides.
        shop.grant("GRANT SELECT ON `%`.* TO 'reader'@'%'", "GRANT EXECUTE ON {database}.* TO 'reader'@'%'");
        again();
        assertFails("t_event", "New actual tables of t_event may be hidden");
        shop.grant("GRANT SELECT ON `other\\_%`.* TO 'reader'@'%'", "REVOKE SELECT ON `%`.* FROM 'reader'@'%'");
        again();
        assertFails("t_event", "New actual tables of t_event may be hidden");
        shop.grant("REVOKE EXECUTE ON {database}.* FROM 'reader'@'%'", "GRANT SELECT ON `%`.* TO 'reader'@'%'");
        again();
        assertEqual("t_event");
        shop.grant("REVOKE SELECT ON `%`.* FROM 'reader'@'%'", "GRANT SELECT ON *.* TO 'reader'@'%'");
        again();
        assertEqual("t_event");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-03-01', 16)");
        assertOld("t_event");
    }

    /** A session that began with fewer privileges may go on with them. */
    @Test
    void privilegesGrantedMeanwhileHideNothing() throws Exception {
        Assumptions.assumeTrue(database.speaksMysql(), "Skipped: on PostgreSQL each account sees which tables exist.");
        export(STORED);
        shop.grantEach();
        again();
        assertFails("t_event", "New actual tables of t_event may be hidden");
        shop.write("INSERT INTO t_event (day, id) VALUES ('2026-03-01', 16)");
        shop.grant("GRANT SELECT ON {database}.* TO 'reader'@'%'");
        assertOld("t_event");
        again();
        assertEqual("t_event");
    }
}
