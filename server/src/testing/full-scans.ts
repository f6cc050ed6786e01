/** Tables that do not grow with people, visits or years, and how large they are. */
export const smallTables: Readonly<Record<string, string>> = {
  state: '27',
  city: '5,571',
  campaign: 'A few a month, made by staff.',
  campaign_regulation_change: 'Some per campaign.',
  consent_document: 'A few versions a year.',
  event_session: 'Some per campaign of events.',
  shop: 'Hundreds.',
  shop_till: 'Some per shop.',
  staff: 'The people who work for the club.',
  staff_change: 'Changes of their roles.',
  staff_device: 'Some per person who works for the club.',
  staff_invitation: 'One per person who works for the club.',
  staff_recovery_code: 'Ten per person who works for the club.',
  staff_session: 'The people at work.',
  address_import: 'One per file of addresses.',
  outbox_message: 'Only where messages are not really sent.',
  migration: 'One row per migration.',
  migration_lock: 'One row.',
  singleton_job: 'One row per kind of job.',
  proof: 'One row per kind of proof.',
  proof_finding: 'Only what is wrong.',
  audit_head: 'One row.',
  sending_pause: 'One row per channel.',
  attempt_lock: 'Deleted once the lock has ended.',
  sign_in_flow: 'Deleted when it expires, within hours.',
  registration_ticket: 'Deleted when it expires, within hours.',
  recovery_code: 'Deleted soon after it expires.',
  points_spent_identified: 'Deleted after some days.',
}

const modules = 'server/src/modules'

/** Statements that may read a whole growing table: `part` is a part of their text. */
export const fullScans: readonly { file: string; part: string; table: string; why: string }[] = [
  {
    file: `${modules}/sessions/session-store.ts`,
    part: '"idle_expires_at" <',
    table: 'session',
    why: 'The purge, every ten minutes: an index of idle_expires_at would be written whenever a session is used.',
  },
  {
    file: `${modules}/sessions/device-credential-store.ts`,
    part: 'delete from device_family',
    table: 'device_family',
    why: 'The purge of families without credentials, every ten minutes.',
  },
  {
    file: `${modules}/sessions/device-credential-store.ts`,
    part: 'delete from device_family',
    table: 'device_credential',
    why: 'The same statement.',
  },
  {
    file: `${modules}/receipts/receipt-store.ts`,
    part: 'group by shop_id, customer_id',
    table: 'purchase',
    why: 'Some recent days, by the index purchase_created; without a histogram the planner estimates a third of all rows.',
  },
  {
    file: `${modules}/event-tickets/event-session-store.ts`,
    part: 'delete from event_session',
    table: 'event_waiting',
    why: 'Deleting a session that was never used: rare, by staff.',
  },
]
