package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"jdbc", "mariadb"})
class JdbcMariaDbIT extends JdbcContract {}
