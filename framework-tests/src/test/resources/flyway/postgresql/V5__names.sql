CREATE VIEW setting_names AS SELECT name FROM app_setting;
CREATE SEQUENCE audit_number START WITH 100 INCREMENT BY 5;
CREATE FUNCTION note_audit(what TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    made BIGINT := nextval('audit_number');
BEGIN
    INSERT INTO audit_entry (id, what) VALUES (made, what);
    RETURN made;
END
$$;
SELECT note_audit('made');
COMMENT ON TABLE audit_entry IS 'who did what';
