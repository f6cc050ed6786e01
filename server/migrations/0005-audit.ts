import { sql, type Kysely } from 'kysely'

/** The audit trail: append-only lines chained by their hashes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table audit_line (
    position bigint primary key check (position > 0),
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('staff', 'customer', 'system')),
    actor_id text,
    action text not null check (action ~ '^[a-z-]+\\.[a-z-]+$'),
    subject_kind text,
    subject_id text,
    sentence text not null,
    previous_hash bytea not null check (octet_length(previous_hash) = 32),
    hash bytea not null unique check (octet_length(hash) = 32),
    check ((actor_kind = 'system') = (actor_id is null)),
    check ((subject_kind is null) = (subject_id is null))
  )`,
  `create index audit_line_at on audit_line (at)`,
  `create index audit_line_actor on audit_line (actor_id, position)`,
  `create index audit_line_action on audit_line (action, position)`,
  `create index audit_line_subject on audit_line (subject_id, position)`,
  // The end of the chain: appends lock this row, and it reveals lines truncated from the end.
  `create table audit_head (
    only_row boolean primary key default true check (only_row),
    position bigint not null,
    hash bytea not null
  )`,
  `insert into audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'))`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit lines are neither changed nor deleted' using errcode = 'insufficient_privilege';
    end
  $$`,
  `create trigger audit_line_stays before update or delete on audit_line
    for each row execute function refuse_audit_change()`,
  `create trigger audit_line_not_truncated before truncate on audit_line
    for each statement execute function refuse_audit_change()`,
  `create trigger audit_head_stays before delete on audit_head
    for each row execute function refuse_audit_change()`,
  `create trigger audit_head_not_truncated before truncate on audit_head
    for each statement execute function refuse_audit_change()`,
]
