import { getMunicipalities } from '@brazilian-utils/brazilian-utils'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { stateByUf, states } from '@clube/contract/brazil/states.ts'
import { sql, type Kysely } from 'kysely'

/**
 * States, municipalities, neighborhoods, streets and postal codes. `search` holds the normalized name in
 * ASCII: under the collation "C" a prefix is one index range, served by an index-only scan.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql`insert into state (id, uf, name)
    select id, uf, name from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as r(id int, uf text, name text)`.execute(
    db,
  )
  const cities = getMunicipalities().map(({ code, name, stateCode }) => ({
    id: Number(code),
    state_id: stateByUf(stateCode)?.id,
    name,
    search: normalizeForSearch(name),
  }))
  await sql`insert into city (id, state_id, name, search)
    select id, state_id, name, search from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb)
      as r(id int, state_id int, name text, search text)`.execute(db)
}

const statements = [
  `create table state (
    id smallint primary key check (id between 1 and 27),
    uf text not null unique check (uf ~ '^[A-Z]{2}$'),
    name text not null
  )`,
  // The id is the municipality's code assigned by the statistics office (IBGE).
  `create table city (
    id integer primary key,
    state_id smallint not null references state,
    name text not null,
    search text collate "C" not null
  )`,
  `create index city_search on city (search, id) include (name, state_id)`,
  `create index city_state_search on city (state_id, search, id) include (name)`,
  `create table neighborhood (
    id integer generated always as identity primary key,
    city_id integer not null references city,
    name text not null,
    search text collate "C" not null,
    unique (city_id, search)
  )`,
  `create index neighborhood_search on neighborhood (city_id, search, id) include (name)`,
  // The name without its type, unless the type is not in the enumeration.
  `create table street (
    id integer generated always as identity primary key,
    city_id integer not null references city,
    street_type text,
    name text not null,
    search text collate "C" not null,
    unique nulls not distinct (city_id, search, street_type)
  )`,
  `create index street_search on street (city_id, search, id) include (name, street_type)`,
  `create table street_neighborhood (
    neighborhood_id integer not null references neighborhood,
    street_id integer not null references street,
    primary key (neighborhood_id, street_id)
  )`,
  // A town's general code has no street; one shared by several neighborhoods has no neighborhood.
  `create table postal_code (
    cep text primary key check (cep ~ '^[0-9]{8}$'),
    city_id integer not null references city,
    neighborhood_id integer references neighborhood,
    street_id integer references street
  )`,
  // Cached responses of external directories; null if the code is unknown to all of them.
  `create table postal_answer (
    cep text primary key check (cep ~ '^[0-9]{8}$'),
    answer jsonb,
    answered_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index postal_answer_expiry on postal_answer (expires_at)`,
  `create table address_import (
    fingerprint text primary key,
    file_name text not null,
    bytes_read bigint not null default 0,
    lines_read bigint not null default 0,
    lines_rejected bigint not null default 0,
    started_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create table address_import_rejection (
    fingerprint text not null references address_import on delete cascade,
    line bigint not null,
    reason text not null,
    primary key (fingerprint, line)
  )`,
]
