-- As mysqldump --no-data --compact writes it.
/*!40101 SET @saved_cs_client     = @@character_set_client */;
DROP TABLE IF EXISTS `t_order_item`, `t_order`;
DROP TABLE IF EXISTS `t_country`;
CREATE TABLE IF NOT EXISTS `t_country` (
  `code` char(2) NOT NULL,
  `title` varchar(60) DEFAULT NULL COMMENT 'in English; may be empty',
  PRIMARY KEY (`code`),
  UNIQUE KEY `uk_title` (`title`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE IF NOT EXISTS `t_order` (
  `order_id` bigint NOT NULL,
  `user_id` bigint NOT NULL,
  `country` char(2) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (`order_id`),
  KEY `idx_user` (`user_id`,`created_at`),
  CONSTRAINT `fk_order_country` FOREIGN KEY (`country`) REFERENCES `t_country` (`code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci COMMENT='orders';
CREATE TABLE IF NOT EXISTS `t_order_item` (
  `item_id` bigint NOT NULL,
  `order_id` bigint NOT NULL,
  `user_id` bigint NOT NULL,
  PRIMARY KEY (`item_id`),
  KEY `idx_user` (`user_id`),
  CONSTRAINT `fk_item_order` FOREIGN KEY (`order_id`) REFERENCES `t_order` (`order_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
