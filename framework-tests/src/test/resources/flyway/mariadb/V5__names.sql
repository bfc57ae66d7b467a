CREATE OR REPLACE VIEW setting_names AS SELECT name FROM app_setting;
DELIMITER //
CREATE PROCEDURE note_audit(IN number INT)
BEGIN
    INSERT INTO audit_entry (id, what) VALUES (number, 'made');
    INSERT INTO audit_entry (id, what) VALUES (number + 1, 'made');
END //
DELIMITER ;
CALL note_audit(1);
ALTER TABLE audit_entry ENGINE = InnoDB;
