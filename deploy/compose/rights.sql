-- So that a move sees the sessions that hold a table up before it switches.
GRANT PROCESS ON *.* TO orders@'%';
