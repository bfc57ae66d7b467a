package com.example.orders;

import io.shardkit.testing.MySqlPrograms;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"sharding", "mysql"})
class ShardingMySqlIT extends ShardingContract {

    @BeforeAll
    static void assumeServer() {
        MySqlPrograms.assume();
    }
}
