CREATE VIEW setting_names AS SELECT name FROM app_setting;
CREATE SEQUENCE audit_number START WITH 100 INCREMENT BY 5;
MERGE INTO audit_entry (id, what) KEY (id) VALUES (NEXT VALUE FOR audit_number, 'made');
COMMENT ON TABLE audit_entry IS 'who did what';
