package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"jdbc", "h2"})
class JdbcH2Test extends JdbcContract {}
