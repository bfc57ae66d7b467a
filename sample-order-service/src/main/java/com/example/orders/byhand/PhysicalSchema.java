package com.example.orders.byhand;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Makes the tables of a database: those of the schema, where the order's are numbered. */
final class PhysicalSchema {

    private static final Pattern NUMBERED = Pattern.compile("\\b(t_order_item|t_order|ix_order\\w*)\\b");

    private PhysicalSchema() {}

    static void create(Resource schema, List<String> tables, DataSource pool) throws IOException {
        String text = schema.getContentAsString(StandardCharsets.UTF_8);
        for (String table : tables) {
            String numbered = NUMBERED.matcher(text).replaceAll("$1" + table);
            new ResourceDatabasePopulator(new ByteArrayResource(numbered.getBytes(StandardCharsets.UTF_8)))
                    .execute(pool);
        }
    }
}
