package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"sharding", "postgresql"})
class ShardingPostgreSqlIT extends ShardingContract {}
