import { sql, type Kysely } from 'kysely'

/**
 * Points and what they stand for, tied together by constraints: partner points are credited exactly for a captured debit, and
 * a parking voucher that costs points has its posting. The columns are generated, so existing rows are checked as well.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A redemption with a captured debit refers to the posting that credits it. The constraint is checked at the commit, because
  // the redemption is saved before its points.
  `alter table partner_redemption
    add column credit_kind text generated always as ('earn') stored,
    add column credit_source text generated always as ('transaction') stored,
    add column credited_id text generated always as (case when debit_reference is not null then transaction_id::text end) stored`,
  `alter table partner_redemption add constraint partner_redemption_credited
    foreign key (credit_kind, credit_source, credited_id) references points_posting (kind, source_kind, source_id)
    deferrable initially deferred`,

  // Conversely, points of a redemption are credited only if its debit was captured.
  `create function require_captured_debit() returns trigger language plpgsql as $$
    begin
      if exists (
        select from partner_redemption
        where transaction_id = case when new.source_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
            then new.source_id::uuid end
          and debit_reference is null
      ) then
        raise exception 'points of a partner need a captured debit'
          using errcode = 'check_violation', constraint = 'points_posting_captured', table = 'points_posting';
      end if;
      return null;
    end
  $$`,
  `create constraint trigger points_posting_captured after insert on points_posting
    deferrable initially deferred for each row when (new.kind = 'earn' and new.source_kind = 'transaction')
    execute function require_captured_debit()`,

  `alter table parking_voucher
    add column spent_kind text generated always as ('spend') stored,
    add column spent_source text generated always as ('transaction') stored,
    add column spent_id text generated always as (case when basis = 'points' then transaction_id::text end) stored`,
  `alter table parking_voucher add constraint parking_voucher_spent
    foreign key (spent_kind, spent_source, spent_id) references points_posting (kind, source_kind, source_id)
    deferrable initially deferred`,
]
