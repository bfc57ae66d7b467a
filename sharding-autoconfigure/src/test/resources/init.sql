CREATE TABLE t_started (id INT); INSERT INTO t_started VALUES (1);
