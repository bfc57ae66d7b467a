CREATE TABLE half_done (id INT PRIMARY KEY);
INSERT INTO no_such_table (id) VALUES (1);
