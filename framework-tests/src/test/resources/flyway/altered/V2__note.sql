-- Done online where there were orders already.
ALTER TABLE t_order ADD COLUMN IF NOT EXISTS note VARCHAR(20) DEFAULT 'none';
