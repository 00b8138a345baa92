/**
 * Statements that give to the role `$1` the current database and everything in it that the current user owns, a superuser.
 * REASSIGN OWNED does not do it for the superuser of initdb, who also owns the system's catalogs. The members of an extension stay
 * with that superuser, as they do when the role itself creates the extension; sequences of columns follow their table.
 */
export const OWNERSHIP_TO_HAND_OVER = `
  WITH ours AS (
    SELECT 'pg_namespace'::regclass AS catalog, oid, nspowner AS owner, format('SCHEMA %I', nspname) AS what
    FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
    UNION ALL
    SELECT 'pg_class'::regclass, c.oid, relowner, format('TABLE %s', c.oid::regclass)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND nspname NOT LIKE 'pg\\_%'
      AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = c.oid AND relkind = 'S' AND deptype IN ('a', 'i')
      )
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, proowner, format('ROUTINE %s', oid::regprocedure) FROM pg_proc
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner, format('TYPE %s', oid::regtype) FROM pg_type t
    WHERE typtype IN ('e', 'd', 'r') OR EXISTS (SELECT FROM pg_class WHERE oid = typrelid AND relkind = 'c')
  )
  SELECT format('ALTER DATABASE %I OWNER TO %I', datname, $1::text) AS statement
  FROM pg_database WHERE datname = current_database() AND datdba = current_user::regrole
  UNION ALL
  SELECT format('ALTER %s OWNER TO %I', what, $1::text) FROM ours
  WHERE owner = current_user::regrole AND oid >= 16384
    AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = catalog AND objid = ours.oid AND deptype = 'e'
    )`;
