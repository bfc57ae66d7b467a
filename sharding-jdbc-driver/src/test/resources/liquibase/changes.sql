--liquibase formatted sql
--changeset shop:1
CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL);
