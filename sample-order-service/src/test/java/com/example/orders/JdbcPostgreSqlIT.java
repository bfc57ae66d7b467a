package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"jdbc", "postgresql"})
class JdbcPostgreSqlIT extends JdbcContract {}
