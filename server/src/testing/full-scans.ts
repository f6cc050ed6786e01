/** Tables that do not grow with customers, visits or time, with their sizes. */
export const smallTables: Readonly<Record<string, string>> = {
  answer_template: 'At most 200, written by staff.',
  service_hours: 'One row.',
  state: '27',
  city: '5,571',
  campaign: 'A few a month, made by staff.',
  brand: 'Dozens, written by staff.',
  brand_change: 'A few per brand, written by staff.',
  campaign_draft: 'A few, written by staff.',
  campaign_regulation_change: 'A few per campaign.',
  consent_document: 'A few versions a year.',
  event_session: 'A few per event campaign.',
  gift_picture: 'A few per campaign.',
  gift_stock: 'A few gifts at a few pickup points per campaign.',
  gift_stock_movement: 'A few per gift, made by staff.',
  event_session_change: 'A few per event session, made by staff.',
  parking_courtesy: 'One per campaign and day with courtesies.',
  parking_day: 'One per day.',
  scratch_batch: 'A few per campaign, requested by staff.',
  scratch_deck: 'One per campaign.',
  scratch_head: 'One per campaign and day.',
  scratch_prize: 'A few per campaign.',
  partner: 'A few, from the configuration.',
  partner_day: 'Two rows a day per partner.',
  partner_import: 'A few a day, sent by staff.',
  open_receipt: 'One per staff member.',
  shop: 'Hundreds.',
  shop_till: 'A few per shop.',
  staff: 'Dozens.',
  staff_change: 'A few per staff member.',
  staff_device: 'A few per staff member.',
  staff_invitation: 'One per staff member.',
  staff_recovery_code: 'Ten per staff member.',
  staff_session: 'One per signed-in staff member.',
  address_import: 'One per imported file.',
  outbox_message: 'Used only in development and demonstrations.',
  migration: 'One row per migration.',
  migration_lock: 'One row.',
  singleton_job: 'One row per kind of job.',
  proof: 'One row per kind of proof.',
  proof_finding: 'Only discrepancies.',
  audit_head: 'One row.',
  sending_pause: 'One row per channel.',
  attempt_lock: 'Deleted once the lock has ended.',
  sign_in_flow: 'Deleted when it expires, within hours.',
  registration_ticket: 'Deleted when it expires, within hours.',
  recovery_code: 'Deleted soon after it expires.',
  points_spent_identified: 'Deleted after a few days.',
}

const modules = 'server/src/modules'

/** Statements that may read a whole growing table, identified by a `part` of their text. */
export const fullScans: readonly { file: string; part: string; table: string; reason: string }[] = [
  {
    file: `${modules}/sessions/session-store.ts`,
    part: '"idle_expires_at" <',
    table: 'session',
    reason:
      'Purge, every ten minutes: an index on idle_expires_at would be written on every use of a session.',
  },
  {
    file: `${modules}/sessions/device-credential-store.ts`,
    part: 'delete from device_family',
    table: 'device_family',
    reason: 'Purge of families without credentials, every ten minutes.',
  },
  {
    file: `${modules}/sessions/device-credential-store.ts`,
    part: 'delete from device_family',
    table: 'device_credential',
    reason: 'The same statement.',
  },
  {
    file: `${modules}/receipts/receipt-store.ts`,
    part: 'group by shop_id, customer_id',
    table: 'purchase',
    reason:
      'Reads a few recent days through the index purchase_created; without a histogram the planner estimates a third of all rows.',
  },
  {
    file: `${modules}/free-gifts/desk/delivery-proof-store.ts`,
    part: 'select distinct voucher_id',
    table: 'gift_delivery',
    reason:
      'Reads two days through the index gift_delivery_recent; without a histogram the planner estimates a third of all rows.',
  },
  {
    file: `${modules}/scratch-card/desk/delivery-proof-store.ts`,
    part: 'select distinct award_id',
    table: 'scratch_delivery',
    reason:
      'Reads two days through the index scratch_delivery_day; without a histogram the planner estimates a third of all rows.',
  },
  {
    file: `${modules}/partner-points/links/link-store.ts`,
    part: 'group by partner',
    table: 'partner_link',
    reason: 'Counts linked accounts, when the desk Conciliação is opened.',
  },
  {
    file: `${modules}/points/expiry-notice-store.ts`,
    part: 'delete from "points_expiry_notice"',
    table: 'points_expiry_notice',
    reason: 'Purge, every ten minutes in the daytime: the table has at most a few rows per customer.',
  },
  {
    file: `${modules}/event-tickets/event-session-store.ts`,
    part: 'delete from event_session',
    table: 'event_waiting',
    reason: 'Deletion of an unused session by staff: rare.',
  },
]
