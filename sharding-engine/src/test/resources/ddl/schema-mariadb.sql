DROP TABLE IF EXISTS `t_order_item`, `t_order`, `t_parcel`;
DROP TABLE IF EXISTS t_audit;
DROP TABLE IF EXISTS `t_country`;
CREATE TABLE `t_country` (
  `code` char(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `title` varchar(60) DEFAULT NULL,
  PRIMARY KEY (`code`),
  UNIQUE KEY `uk_title` (`title`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE IF NOT EXISTS `t_order` (
  `order_id` bigint(20) NOT NULL COMMENT 'the number; from outside',
  `user_id` bigint(20) NOT NULL,
  `order_no` varchar(32) NOT NULL DEFAULT '' COMMENT 'it''s printed',
  `status` char(2) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `created_at` datetime DEFAULT NULL,
  PRIMARY KEY (`order_id`),
  UNIQUE KEY `uk_order_no` (`user_id`,`order_id`,`order_no`),
  KEY `idx_user` (`user_id`,`status`) USING BTREE,
  KEY `idx_created` (`created_at`),
  CONSTRAINT `fk_order_country` FOREIGN KEY (`status`) REFERENCES `t_country` (`code`),
  CONSTRAINT `ck_order_no` CHECK (`order_no` <> '' and `t_order`.`order_no` not like '-%')
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci COMMENT='orders';
CREATE TABLE `t_order_item` (
  `item_id` bigint(20) NOT NULL,
  `order_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `product` varchar(100) NOT NULL,
  PRIMARY KEY (`item_id`),
  KEY `idx_order` (`order_id`),
  FULLTEXT KEY `ft_product` (`product`),
  CONSTRAINT `fk_item_order` FOREIGN KEY (`order_id`) REFERENCES `t_order` (`order_id`) ON DELETE CASCADE ON UPDATE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE t_parcel (order_id INT, user_id INT);
CREATE TABLE t_audit (
  id int NOT NULL AUTO_INCREMENT PRIMARY KEY,
  country char(2) CHARACTER SET ascii COLLATE ascii_bin,
  CONSTRAINT fk_audit FOREIGN KEY (country) REFERENCES t_country (code)
);
CREATE INDEX idx_status ON t_order (status);
