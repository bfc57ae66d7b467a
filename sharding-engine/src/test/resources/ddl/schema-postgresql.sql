DROP TABLE IF EXISTS t_order_item, t_order, t_parcel CASCADE;
DROP TABLE IF EXISTS t_audit, t_country CASCADE;
CREATE TABLE t_country (
    code character(2) NOT NULL,
    title character varying(60)
);
ALTER TABLE ONLY t_country
    ADD CONSTRAINT t_country_pkey PRIMARY KEY (code);
CREATE TABLE IF NOT EXISTS t_order (
    order_id bigint NOT NULL,
    user_id bigint NOT NULL,
    order_no character varying(32) DEFAULT ''::character varying NOT NULL,
    status character(2),
    created_at timestamp without time zone DEFAULT '2026-01-02 03:04:05'::timestamp without time zone,
    CONSTRAINT ck_order_no CHECK (order_no <> '' AND t_order.order_no NOT LIKE '-%')
);
COMMENT ON TABLE t_order IS 'orders; all of them';
COMMENT ON COLUMN t_order.order_no IS 'it''s printed';
ALTER TABLE ONLY t_order
    ADD CONSTRAINT t_order_pkey PRIMARY KEY (order_id);
ALTER TABLE ONLY t_order
    ADD CONSTRAINT uk_order_no UNIQUE (user_id, order_id, order_no);
CREATE INDEX idx_user ON t_order USING btree (user_id, status);
CREATE INDEX idx_created ON t_order (created_at) WHERE (created_at IS NOT NULL);
CREATE TABLE t_order_item (
    item_id bigint PRIMARY KEY,
    order_id bigint NOT NULL CONSTRAINT fk_item_order REFERENCES t_order (order_id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    product text NOT NULL UNIQUE
);
CREATE TABLE t_parcel (order_id INT, user_id INT);
CREATE TABLE t_audit (
    id serial PRIMARY KEY,
    noted timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    country character(2)
);
ALTER TABLE ONLY t_order
    ADD CONSTRAINT fk_order_country FOREIGN KEY (status) REFERENCES t_country (code);
ALTER TABLE ONLY t_audit
    ADD CONSTRAINT fk_audit FOREIGN KEY (country) REFERENCES t_country(code);
CREATE UNIQUE INDEX IF NOT EXISTS "idx_Status" ON t_order (status, user_id, order_id);
