package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"sharding", "mariadb"})
class ShardingMariaDbIT extends ShardingContract {}
