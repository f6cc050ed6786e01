import { sql, type Kysely } from 'kysely'

/**
 * Counters of the waiting list in the row of its session. Triggers maintain them, because processes of the previous
 * version also change the list until they are replaced.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const transition = (name: string, event: string, rows: 'old' | 'new', sign: 1 | -1): string =>
  `create trigger event_waiting_${name} after ${event} on event_waiting referencing ${rows} table as changed
    for each statement execute function count_waiting('${sign}')`

const statements = [
  `alter table event_session
    -- Places in live offers; held includes them.
    add column offered integer not null default 0 check (offered >= 0),
    -- Waiting entries, and the places they need.
    add column waiting integer not null default 0 check (waiting >= 0),
    add column waiting_places integer not null default 0 check (waiting_places >= 0)`,
  // Adds (1) or subtracts (-1) the changed entries; sessions are locked by id.
  `create function count_waiting() returns trigger language plpgsql as $$
    declare
      sign integer := tg_argv[0];
      counted record;
    begin
      for counted in
        select session_id,
          sum(case state when 'offered' then quantity else 0 end) as offered,
          sum(case state when 'waiting' then 1 else 0 end) as waiting,
          sum(case state when 'waiting' then quantity else 0 end) as waiting_places
        from changed where state in ('waiting', 'offered')
        group by session_id order by session_id
      loop
        update event_session set
          offered = offered + sign * counted.offered,
          waiting = waiting + sign * counted.waiting,
          waiting_places = waiting_places + sign * counted.waiting_places
        where id = counted.session_id;
      end loop;
      return null;
    end
  $$`,
  // Creating the triggers locks the table until the migration ends, so that nothing changes while it is counted.
  transition('inserted', 'insert', 'new', 1),
  transition('changed_from', 'update', 'old', -1),
  transition('changed_to', 'update', 'new', 1),
  transition('deleted', 'delete', 'old', -1),
  `update event_session s set offered = counted.offered, waiting = counted.waiting,
      waiting_places = counted.waiting_places
    from (
      select session_id,
        sum(case state when 'offered' then quantity else 0 end) as offered,
        sum(case state when 'waiting' then 1 else 0 end) as waiting,
        sum(case state when 'waiting' then quantity else 0 end) as waiting_places
      from event_waiting where state in ('waiting', 'offered') group by session_id
    ) as counted where counted.session_id = s.id`,
  // Finds the waiting entries of each quantity in order.
  `create index event_waiting_quantity on event_waiting
    (session_id, quantity, (lost_hold_id is null), joined_at, id) where state = 'waiting'`,
]
