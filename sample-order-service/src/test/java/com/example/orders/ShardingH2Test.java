package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"sharding", "h2"})
class ShardingH2Test extends ShardingContract {}
