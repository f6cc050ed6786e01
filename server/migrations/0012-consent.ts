import { sql, type Kysely } from 'kysely'

/** Promotions' documents in addition to the club's; one acceptance per customer and version. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Empty for the club's documents; a campaign's slug for those of that campaign.
  `alter table consent_document add column scope text not null default ''`,
  `alter table consent_document add column published_by text`,
  `alter table consent_document drop constraint consent_document_kind_version_key`,
  `alter table consent_document add constraint consent_document_version unique (kind, scope, version)`,
  `drop index consent_document_in_force`,
  `create unique index consent_document_in_force on consent_document (kind, scope) where state = 'active'`,
  `create unique index consent_acceptance_live on consent_acceptance (customer_id, consent_document_id)
    where revoked_at is null`,
]
