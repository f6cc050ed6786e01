import { sql, type Kysely } from 'kysely'

/**
 * Points and what they stand for, tied together by constraint triggers, which are checked at the commit: partner points are
 * credited exactly for a captured debit, and a parking voucher that costs points has its posting. Postings are never changed or
 * deleted, so these triggers suffice. Rows of before are checked by the proofs.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function require_posting() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from points_posting
        where kind = tg_argv[0] and source_kind = 'transaction' and source_id = new.transaction_id::text
      ) then
        raise exception 'the posting of the points is missing'
          using errcode = 'foreign_key_violation', constraint = tg_name, table = tg_table_name;
      end if;
      return null;
    end
  $$`,
  // The redemption is saved before its points.
  `create constraint trigger partner_redemption_credited after insert or update on partner_redemption
    deferrable initially deferred for each row when (new.debit_reference is not null)
    execute function require_posting('earn')`,
  `create constraint trigger parking_voucher_spent after insert or update on parking_voucher
    deferrable initially deferred for each row when (new.basis = 'points')
    execute function require_posting('spend')`,

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
]
