-- What the application keeps beside its orders.
CREATE TABLE app_setting (
    id      INT PRIMARY KEY,
    name    VARCHAR(40) NOT NULL UNIQUE,
    content VARCHAR(200)
);
INSERT INTO app_setting (id, name, content) VALUES (1, 'colour', 'a;b'), (2, 'size', '10');
CREATE INDEX app_setting_content ON app_setting (content);
