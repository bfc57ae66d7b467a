package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"by-hand", "mariadb"})
class ByHandMariaDbIT extends ByHandContract {}
