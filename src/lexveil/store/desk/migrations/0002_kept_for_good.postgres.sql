-- The audit log and the edits only grow. The edits of a document go with it: its row is deleted first, and
-- the cascade of the foreign key finds no document any more, so only that deletion passes.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN RAISE EXCEPTION 'what is kept for good cannot be changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE TRIGGER chain_no_way_back BEFORE UPDATE ON chain FOR EACH ROW
WHEN (NEW.count < OLD.count) EXECUTE FUNCTION refuse();
CREATE TRIGGER chain_no_delete BEFORE DELETE ON chain FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER chain_no_truncate BEFORE TRUNCATE ON chain FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE TRIGGER edits_no_update BEFORE UPDATE ON edits FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER edits_no_truncate BEFORE TRUNCATE ON edits FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE FUNCTION edits_go_with_their_document() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM documents WHERE id = OLD.document) THEN
        RAISE EXCEPTION 'edits are only added' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER edits_no_delete BEFORE DELETE ON edits
FOR EACH ROW EXECUTE FUNCTION edits_go_with_their_document();

-- Numbers without a gap; two who add at once meet at the primary key.
CREATE FUNCTION edits_in_order() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM edits WHERE document = NEW.document) THEN
        RAISE EXCEPTION 'edits are added one after the other' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER edits_in_order BEFORE INSERT ON edits FOR EACH ROW EXECUTE FUNCTION edits_in_order();

CREATE FUNCTION audit_in_order() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit) THEN
        RAISE EXCEPTION 'rows are added one after the other' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER audit_in_order BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_in_order();
