package io.shardkit.sql;

import io.shardkit.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** A statement of the plan goldens; together they are a corpus for tests that hold for any text. */
record GoldenStatement(Dialect dialect, String sql) {

    static List<GoldenStatement> all() throws IOException {
        List<GoldenStatement> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/plans"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                List<Map<String, Object>> cases = new Yaml().load(Files.readString(file));
                for (Map<String, Object> each : cases) {
                    Dialect dialect = Dialect.valueOf(String.valueOf(each.getOrDefault("dialect", "MARIADB")));
                    all.add(new GoldenStatement(dialect, String.valueOf(each.get("sql"))));
                }
            }
        }
        return all;
    }
}
