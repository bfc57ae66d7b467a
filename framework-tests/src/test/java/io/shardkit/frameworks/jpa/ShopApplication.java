package io.shardkit.frameworks.jpa;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class ShopApplication {}
