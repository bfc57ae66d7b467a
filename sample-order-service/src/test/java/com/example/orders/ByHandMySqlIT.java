package com.example.orders;

import io.shardkit.testing.MySqlPrograms;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"by-hand", "mysql"})
class ByHandMySqlIT extends ByHandContract {

    @BeforeAll
    static void assumeServer() {
        MySqlPrograms.assume();
    }
}
