import { sql, type Kysely } from 'kysely'

/** Location and retention of each sealed photo. Purging deletes its key, so that no copy remains readable. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table photo (
    id uuid primary key,
    purpose text not null,
    subject_id uuid not null,
    object_key text not null unique,
    sealed_data_key bytea,
    sha256 bytea not null check (octet_length(sha256) = 32),
    created_at timestamptz not null,
    purge_after timestamptz not null check (purge_after <= created_at + interval '2160 hours'),
    purged_at timestamptz,
    check ((purged_at is null) = (sealed_data_key is not null))
  )`,
  `create index photo_subject on photo (subject_id)`,
  `create index photo_due on photo (purge_after) where purged_at is null`,
]
