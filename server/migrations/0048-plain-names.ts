import { sql, type Kysely } from 'kysely'

/** Stored names follow the code: `ip` of a network peer, `notified_at`, `enrollment`, `offer-extended`, photo views. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table consent_acceptance rename column address to ip`,
  `alter table event_reservation rename column confirmed_address to confirmed_ip`,
  `alter table campaign_regulation_change rename column told_at to notified_at`,
  `alter table photo_look rename to photo_view`,
  `alter index photo_look_expiry rename to photo_view_expiry`,
  `alter index photo_look_photo rename to photo_view_photo`,
  `alter table staff_session drop constraint staff_session_state_check, drop constraint staff_session_check`,
  `update staff_session set state = 'enrollment' where state = 'enrolment'`,
  `alter table staff_session
    add constraint staff_session_state_check check (state in ('code', 'enrollment', 'open')),
    add constraint staff_session_check check ((state = 'enrollment') = (pending_totp_sealed is not null))`,
  `update message set template = 'offer-extended' where template = 'offer-prolonged'`,
]
