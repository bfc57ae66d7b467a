package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"by-hand", "postgresql"})
class ByHandPostgreSqlIT extends ByHandContract {}
