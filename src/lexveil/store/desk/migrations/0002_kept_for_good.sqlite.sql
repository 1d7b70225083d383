-- The audit log and the edits only grow. The edits of a document go with it: its row is deleted first, and
-- the cascade of the foreign key finds no document any more, so only that deletion passes.

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

CREATE TRIGGER chain_no_way_back BEFORE UPDATE ON chain WHEN NEW.count < OLD.count
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE TRIGGER chain_no_delete BEFORE DELETE ON chain
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

CREATE TRIGGER edits_no_update BEFORE UPDATE ON edits
BEGIN SELECT RAISE(ABORT, 'edits are only added'); END;
CREATE TRIGGER edits_no_delete BEFORE DELETE ON edits
WHEN EXISTS (SELECT 1 FROM documents WHERE id = OLD.document)
BEGIN SELECT RAISE(ABORT, 'edits are only added'); END;

-- Numbers without a gap; and no INSERT OR REPLACE, which would delete unseen by the triggers above.
CREATE TRIGGER edits_in_order BEFORE INSERT ON edits
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM edits WHERE document = NEW.document)
BEGIN SELECT RAISE(ABORT, 'edits are added one after the other'); END;
CREATE TRIGGER audit_in_order BEFORE INSERT ON audit
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'rows are added one after the other'); END;
CREATE TRIGGER chain_once BEFORE INSERT ON chain WHEN EXISTS (SELECT 1 FROM chain)
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
