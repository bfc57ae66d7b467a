package io.shardkit.analytics;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;

/** Spark in this JVM, with the accounts in its environment. */
final class Spark implements AutoCloseable {
    private final SparkSession spark;

    private Spark(SparkSession spark) {
        this.spark = spark;
    }

    /** Opens one; the test is skipped where the environment has no accounts. */
    static Spark open() {
        Assumptions.assumeTrue(
                TwoServers.PASSWORD.equals(System.getenv("DS0_PASSWORD")),
                "Skipped: no accounts in the environment. ./mvnw -Panalytics sets them.");
        return new Spark(SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .getOrCreate());
    }

    void run(String script) {
        for (String statement : script.split(";\n")) {
            spark.sql(statement);
        }
    }

    SparkSession session() {
        return spark;
    }

    List<String> rows(String query) {
        List<String> found = new ArrayList<>();
        for (Row row : spark.sql(query).collectAsList()) {
            found.add(row.mkString("|"));
        }
        return found;
    }

    @Override
    public void close() {
        spark.stop();
    }
}
