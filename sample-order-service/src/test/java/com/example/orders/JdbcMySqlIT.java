package com.example.orders;

import io.shardkit.testing.MySqlPrograms;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"jdbc", "mysql"})
class JdbcMySqlIT extends JdbcContract {

    @BeforeAll
    static void assumeServer() {
        MySqlPrograms.assume();
    }
}
