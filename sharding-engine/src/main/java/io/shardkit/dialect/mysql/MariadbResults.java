package io.shardkit.dialect.mysql;

import org.jspecify.annotations.Nullable;

/** What MariaDB and its driver show in results. */
final class MariadbResults extends MysqlResults {

    @Override
    public boolean sendsBatchesWhole(String driver, int major, int minor, @Nullable String url) {
        return driver.startsWith("MariaDB")
                && (major > 3 || (major == 3 && minor >= 2))
                && (url == null || !url.contains("useBulkStmtsForInserts=false"));
    }
}
