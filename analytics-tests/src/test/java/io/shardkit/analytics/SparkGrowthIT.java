package io.shardkit.analytics;

import io.shardkit.export.ExportEngine;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;

/** Spark reads tables that come with time. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class SparkGrowthIT extends GrowthContract {
    private Spark spark;

    @Override
    ExportEngine engine() {
        return ExportEngine.SPARK;
    }

    @Override
    void open() {
        spark = Spark.open();
    }

    @Override
    void run(String script) {
        spark.run(script);
    }

    @Override
    List<String> rows(String query) {
        return spark.rows(query);
    }

    @Override
    void closeEngine() {
        if (spark != null) {
            spark.close();
        }
    }
}
