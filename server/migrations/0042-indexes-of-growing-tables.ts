import { sql, type Kysely } from 'kysely'

/** Indexes for statements that read a whole growing table. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The unique indexes of receipts and admissions contain neither rejected receipts nor refused scans.
  `create index purchase_receipt on purchase (receipt_key, id)`,
  `create index purchase_created on purchase (created_at)`,
  `create index event_scan_ticket on event_scan (ticket_id) where ticket_id is not null`,
  `create index known_device_customer on known_device (customer_id)`,
  `create index customer_leaving on customer (account_status, deletion_requested_at)
    where account_status in ('deletion_pending', 'anonymised')`,
  `create index device_credential_expiry on device_credential (expires_at)`,
  `create index recovery_request_document on recovery_request (document_index, submitted_at)`,
  `create index recovery_request_queue on recovery_request (submitted_at, id)
    where at in ('submitted', 'in_review', 'needs_second', 'held')`,
  `create index recovery_request_form on recovery_request (submitted_at)
    where form_sealed is not null and at in ('approved', 'asked_again', 'rejected')`,
  `create index event_waiting_customer on event_waiting (customer_id)`,
]
