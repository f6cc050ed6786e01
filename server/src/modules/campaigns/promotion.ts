import type { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import type { Participation } from '@clube/contract/campaigns/transaction-calls.ts'
import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import { fieldErrorsOf, type FieldError } from '@clube/contract/kernel/envelope.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Permission } from '@clube/contract/kernel/permissions.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { AuditTitles } from '@clube/contract/staff/audit-titles.ts'
import * as z from 'zod/mini'
import type { Db, Tx } from '../../db/database.ts'
import type { Jobs } from '../../db/jobs.ts'
import type { Binder } from '../../http/bind.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { AppendAuditLine, SubjectSince } from '../audit/index.ts'
import type { CreateAttachments, MessageTexts, PromotionMessage, Sender } from '../messaging/index.ts'
import type { Proof } from '../proofs/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Campaign, CampaignPlan } from './campaign.ts'
import { findSettings } from './campaign-store.ts'
import type { CampaignExtension } from './extension.ts'
import type { KindResults } from './results.ts'
import type { Transaction } from './transaction.ts'

/** A message to a customer about a promotion. */
export type CustomerNotice = {
  readonly customer_id: string
  /** The topic for which customers choose text messages; null for e-mail only. */
  readonly topic: NoticeTopic | null
  /** Key of the promotion's `messages`. */
  readonly template: string
  readonly texts: MessageTexts
  /**
   * The attachments. Other people may read an unconfirmed contact, so it gets the sentence `withheld` instead of
   * `note`.
   */
  readonly attached?: { readonly id: string; readonly note: string; readonly withheld: string | null }
  /** Prevents a wasted trip or wait: never suppressed. */
  readonly is_essential?: true
  /** The requester's IP: a message to an unconfirmed contact counts toward its limit. */
  readonly ip?: string
  /** Expiry of the message; null for none. */
  readonly expires_at: Date | null
}

/** The customer's points, for use by promotions; each amount spent is recorded under its participation. */
export type PromotionPoints = {
  /**
   * Spends points in the transaction that completes the participation.
   * @returns false when the participation already spent its points
   * @throws {Refusal} points.insufficient, or session.password-required beyond the daily limit of passwordless sessions
   */
  readonly spend: (
    tx: Tx,
    spending: Actor & {
      readonly transaction_id: string
      /** A positive integer. */
      readonly points: number
      /** Description on the statement, for instance the campaign's title. */
      readonly about: string
      readonly now: Date
      readonly refuse: Refuse<typeof pointsRefusals>
    },
  ) => Promise<boolean>
  /** Points that the customer can spend now. */
  readonly readSpendable: (db: Db, customer_id: string, now: Date) => Promise<number>
  /**
   * Returns the points that the participation spent.
   * @returns false when it spent none or they were already returned
   */
  readonly restore: (tx: Tx, input: { transaction_id: string; about: string; now: Date }) => Promise<boolean>
  /**
   * Credits points that participations won, by the same statements; they expire as earned ones do, and settle a debt first.
   * @returns the participations whose points were not credited before
   */
  readonly grant: (
    tx: Tx,
    grants: readonly {
      readonly customer_id: string
      readonly transaction_id: string
      /** A positive integer. */
      readonly points: number
      readonly about: string
    }[],
    now: Date,
  ) => Promise<ReadonlySet<string>>
  /**
   * Takes granted points back; those that were spent become a debt.
   * @returns false when none were granted or they were already taken back
   */
  readonly revoke: (tx: Tx, input: { transaction_id: string; about: string; now: Date }) => Promise<boolean>
  /** What participations were granted, and whether it was taken back; for proofs. */
  readonly findGrants: (
    db: Db,
    transaction_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly earned: number; readonly is_taken_back: boolean }>>
}

/** The credit of the customer's receipts, for use by promotions. */
export type PromotionCredit = {
  /**
   * Uses a campaign's spend rule once for each participation, in order, in the transaction that completes them; after
   * `limit` uses the others use nothing, and are absent from the result. Used credit is returned when a participation is
   * reversed.
   */
  readonly use: (
    tx: Tx,
    input: {
      campaign_id: string
      transactions: readonly Pick<
        Transaction,
        'id' | 'customer_id' | 'identified_session_id' | 'purchase_ids'
      >[]
      limit: number
      /** First day of purchase whose receipts can be used; without it, all. */
      issued_from?: string
      now: Date
    },
  ) => Promise<
    ReadonlyMap<
      string,
      /** The number of participations that the rule grants. */
      | { readonly kind: 'used'; readonly participations: number }
      | { readonly kind: 'missing'; readonly missing_cents: number }
      | { readonly kind: 'daily-limit'; readonly limit_per_day: number }
    >
  >
  /**
   * Whether the actor's receipts of the given day and later allow one use of the campaign's rule now, and the progress
   * toward it; null when the campaign has no credit that can be used.
   */
  readonly preview: (input: Actor & { campaign_id: string; issued_from: string; now: Date }) => Promise<{
    readonly is_met: boolean
    readonly every_cents: number
    readonly reached_cents: number
    readonly missing_cents: number
  } | null>
  /**
   * Returns what participations used, once: for a use that cannot be completed, and before the kind's rows are locked
   * if a participation will be returned.
   */
  readonly release: (tx: Tx, transaction_ids: readonly string[]) => Promise<void>
}

/** Dependencies of every promotion kind. */
export type PromotionDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly random: Random
  readonly points: PromotionPoints
  readonly credit: PromotionCredit
  /**
   * Reverses completed participations whose outcome the kind ends, and returns what they used, once. Lock them with
   * `lockTransactions` before the kind's rows.
   */
  readonly returnParticipations: (
    tx: Tx,
    input: {
      transaction_ids: readonly string[]
      /** The explanation shown to the customer. */
      note: string
      now: Date
    },
  ) => Promise<void>
  /**
   * Asks the customer, after a gift or a prize was handed over, to rate the newest receipt that the participation used and that
   * they were never asked about; at most once in 30 days. Participations without receipts have no purchase to rate.
   */
  readonly askForRating: (tx: Tx, delivery: { transaction_id: string; now: Date }) => Promise<void>
  /** The club in messages and printed documents. */
  readonly sender: Sender
  /** Names of staff members by id. */
  readonly namesOfStaff: (
    db: Db,
    staff_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly name: string }>>
  /** Notifies a customer in the caller's transaction, by e-mail and, if chosen, by text message. */
  readonly notify: (tx: Tx, notice: CustomerNotice) => Promise<void>
}

/** The outcome of a participation, for its customer. */
export type ParticipationOutcome = Pick<Participation, 'status' | 'subject' | 'note'>

/** The deletion of a customer's account. */
export type AccountDeletion = {
  readonly customer_id: string
  readonly now: Date
  /** `requested`: the deletion can still be cancelled; `final`: the account is erased in this transaction. */
  readonly stage: 'requested' | 'final'
}

/** The interface of a promotion kind. Nothing else in the product depends on a specific kind. */
export type Promotion = {
  /** Validation errors of a campaign's `settings`; paths are relative to `settings`. */
  readonly settingsErrors: (plan: CampaignPlan) => readonly FieldError[]
  /**
   * Errors of settings that reference missing rows, such as a picture, by id of the campaign; paths are relative to
   * `settings`. Referenced rows that exist cannot be removed until the transaction ends.
   */
  readonly referenceErrors: (
    db: Db,
    campaigns: readonly Pick<Campaign, 'id' | 'settings'>[],
  ) => Promise<ReadonlyMap<string, readonly FieldError[]>>
  /**
   * Whether the approver may decide that a campaign without a certificate needs none, for instance because everything
   * costs only points. Only for kinds with `needs_certificate`; false for settings that do not match the schema.
   */
  readonly canWaiveCertificate: (settings: CampaignPlan['settings']) => boolean
  /** What staff should do before approving each campaign of the kind, by id; does not prevent the approval. */
  readonly approvalWarnings: (
    db: Db,
    campaign_ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>
  /** The active campaigns in which something is available now, by id; the others are listed last. */
  readonly listAvailable: (db: Db, campaign_ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>
  /**
   * Why a running campaign of the kind cannot be extended, with paths `ends_at` and `redeem_until`; runs in the
   * transactions of the proposal and of the approval, which have locked the campaign.
   */
  readonly extensionErrors: (
    tx: Tx,
    extension: CampaignExtension & { campaign_id: string; former_ends_at: Date },
  ) => Promise<readonly FieldError[]>
  /**
   * Reverses the outcome of a completed participation: places, stock, points. Runs in the reversing transaction.
   * @returns false when it is too late, for instance because the gift was delivered; the caller rolls back
   */
  readonly reverse: (tx: Tx, input: { transaction: Transaction; now: Date }) => Promise<boolean>
  /** Notifies customers who have a current deadline about the pause; runs in the pausing transaction. */
  readonly onPause: (tx: Tx, pause: { campaign_id: string }) => Promise<void>
  /**
   * Extends deadlines by the duration of the pause; runs in the resuming transaction, after the update of the
   * campaign's row.
   */
  readonly onResume: (tx: Tx, pause: { campaign_id: string; paused_at: Date; now: Date }) => Promise<void>
  /**
   * Releases the customer's unused holdings: holds when deletion is requested, everything when the account is erased.
   */
  readonly releaseOnDeletion: (tx: Tx, deletion: AccountDeletion) => Promise<void>
  /** Whether the customer has a ticket or voucher that is still valid. */
  readonly hasValidVouchers: (tx: Tx, input: { customer_id: string; now: Date }) => Promise<boolean>
  /** Erases identifying data from the kind's tables, keeping counters and evidence consistent. */
  readonly erasePersonalData: (tx: Tx, customer_id: string) => Promise<void>
  /**
   * Outcomes of completed and reversed participations, by id of the participation; without an outcome, the state is
   * shown.
   */
  readonly describeOutcomes: (
    db: Db,
    transactions: readonly Transaction[],
  ) => Promise<ReadonlyMap<string, ParticipationOutcome>>
  /** A customer's newest tickets or vouchers, at most `limit`, for the customer's page. */
  readonly listVouchers: (
    db: Db,
    input: { customer_id: string; limit: number },
  ) => Promise<CustomerHistory['vouchers']>
  /** All data that the kind stores about the customer, for the personal-data export, by the kind's keys. */
  readonly readOwnData: (customer_id: string) => Promise<Readonly<Record<string, unknown>>>
  /** Titles of the kind's lines in the audit trail. */
  readonly auditTitles: AuditTitles
  /** Descriptions of staff accesses to a customer's data, by audit action. */
  readonly dataAccesses: Readonly<Record<string, DataAccessDescription>>
  /** Audit subjects other than participations, each with the time from which it concerns this customer. */
  readonly listSubjects: (db: Db, customer_id: string) => Promise<readonly SubjectSince[]>
  /** An example of every message of the kind with its topic, by template. */
  readonly messages: Readonly<Record<string, PromotionMessage>>
  /** Creates the attachments of messages that have `attached`, by key of `messages`. */
  readonly attachments: Readonly<
    Record<string, (message: { customer_id: string; attached_id: string }) => ReturnType<CreateAttachments>>
  >
  /** What the kind adds to the results of a campaign: counts without personal data. */
  readonly readResults: (campaign_id: string) => Promise<KindResults>
  /**
   * Resends the message about the outcome of a completed participation, or of one that the kind returned, by e-mail
   * only.
   * @returns false when it no longer applies
   */
  readonly resendMessage: (tx: Tx, transaction: Transaction) => Promise<boolean>
  /** Expires what the jobs have missed; safe to run in several processes concurrently. */
  readonly purge: () => Promise<void>
  /** Proofs of the kind's counters and codes, run in the background. */
  readonly proofs: readonly Proof[]
  /**
   * Counts the items that wait at the kind's desk for a decision by a staff member, up to `limit`, by the permission to
   * decide. A permission belongs to one kind.
   */
  readonly waiting: Readonly<
    Partial<
      Record<
        Permission,
        (db: Db, input: { staff_id: string; brand_id: string | null; limit: number }) => Promise<number>
      >
    >
  >
  /** Registers the kind's job handlers; called once, before the job runner starts. */
  readonly registerJobs: (jobs: Pick<Jobs, 'work'>) => void
  /** Binds the kind's calls and files. */
  readonly bind: (binder: Binder) => void
}

/** All kinds; null for unimplemented ones, whose campaigns cannot be approved. */
export type Promotions = Readonly<Record<PromotionKind, Promotion | null>>

/** The implemented kinds. */
export const implementedPromotions = (promotions: Promotions): Promotion[] =>
  Object.values(promotions).filter((promotion) => promotion !== null)

/**
 * The `settingsErrors` of a kind: errors of its schema, or, for settings that match it, errors of `check`
 * with the campaign's plan.
 */
export const settingsErrorsOf =
  <Settings>(
    schema: z.ZodMiniType<Settings>,
    check: (settings: Settings, plan: CampaignPlan) => readonly FieldError[] = () => [],
  ): Promotion['settingsErrors'] =>
  (plan) => {
    const { data, error } = z.safeParse(schema, plan.settings)
    return error ? fieldErrorsOf(error) : check(data, plan)
  }

/**
 * The settings of a campaign, parsed with its kind's schema; approval validated them.
 * @throws when they do not match the schema
 */
export const readSettings = async <Settings>(
  db: Db,
  campaign_id: string,
  schema: z.ZodMiniType<Settings>,
): Promise<Settings> => z.parse(schema, await findSettings(db, campaign_id))
