package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

/** On MariaDB, by MySQL's driver. */
@ActiveProfiles({"sharding", "mariadb", "connector-j"})
class ShardingConnectorJIT extends ShardingContract {}
