package com.example.orders;

import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"by-hand", "h2"})
class ByHandH2Test extends ByHandContract {}
