import { sql, type Kysely } from 'kysely'

/** Data for checking a receipt: its consultation page, and a photo that staff requested. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table purchase
        -- Address of the tax authority's page from the receipt's QR code; null when the key was typed.
        add column consultation_url text,
        -- When staff requested a photo that has not arrived.
        add column photo_requested_at timestamptz`,
    )
    .execute(db)
}
