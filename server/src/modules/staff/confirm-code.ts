import {
  staffConfirmCodeCall,
  staffUseRecoveryCodeCall,
  type StaffIdentity,
} from '@clube/contract/staff/sign-in-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import {
  identityOf,
  openSession,
  requirePendingSession,
  type OpenedSession,
} from './staff-sign-in-session.ts'
import { spendCodeAttempt, type SignInSource } from './staff-limits.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import { totpLabel, type Member } from './staff-member.ts'
import { consumeRecoveryCode } from './staff-secret-store.ts'
import { consumeTotpStep, lockMember } from './staff-store.ts'
import { matchingStep } from './totp.ts'

type PendingSignIn = { readonly token: string | null; readonly source: SignInSource }
type SignedInMember = { readonly identity: StaffIdentity } & OpenedSession

/** Opens a sealed authenticator secret. */
export const openSecret = (deps: Pick<StaffDeps, 'vault'>, staff_id: string, sealed: Buffer): Buffer =>
  Buffer.from(deps.vault.open(totpLabel(staff_id), sealed), 'base64')

/**
 * Verifies a code of the member's authenticator app; each is accepted once.
 * @throws {Refusal} staff.wrong-code
 */
export const consumeSecondFactor = async (
  deps: Pick<StaffDeps, 'vault'>,
  tx: Tx,
  input: {
    member: Member
    code: string
    now: Date
    refuse: Refuse<Pick<(typeof staffConfirmCodeCall)['refusals'], 'staff.wrong-code'>>
  },
): Promise<void> => {
  const { member, code, now } = input
  const secret = member.totp_sealed && openSecret(deps, member.id, member.totp_sealed)
  const step = secret && matchingStep(secret, code, now)
  if (step === null || !(await consumeTotpStep(tx, { id: member.id, step, now })))
    throw input.refuse('staff.wrong-code')
}

/**
 * Second step: the code from the app.
 * @throws {Refusal} staff.sign-in-expired, staff.wrong-code, staff.throttled, request.rate-limited
 */
export const confirmCode = async (
  deps: StaffDeps,
  input: PendingSignIn & { code: string },
): Promise<SignedInMember> => {
  const refuse = refusalsOf(staffConfirmCodeCall)
  const now = deps.clock()
  const { pendingSession, member } = await requirePendingSession(deps.db, {
    token: input.token,
    state: 'code',
    now,
    refuse,
  })
  const { device_id } = input.source
  const refundAttempt = await spendCodeAttempt(deps, {
    staff_id: member.id,
    source: input.source,
    now,
    refuse,
  })
  const opened = await inTransaction(deps.db, async (tx) => {
    await consumeSecondFactor(deps, tx, { member, code: input.code, now, refuse })
    const session = await openSession(tx, { pendingSession, member, device_id, now, refuse })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: member.id },
      action: 'staff.sign-in',
      subject: null,
      sentence: 'Entrou com senha e código do aplicativo.',
    })
    return session
  })
  await refundAttempt()
  return { identity: await identityOf(deps.db, member), ...opened }
}

/**
 * Second step without the app: consumes a recovery code.
 * @throws {Refusal} staff.sign-in-expired, staff.wrong-recovery-code, staff.throttled, request.rate-limited
 */
export const useRecoveryCode = async (
  deps: StaffDeps,
  input: PendingSignIn & { recovery_code: string },
): Promise<SignedInMember> => {
  const refuse = refusalsOf(staffUseRecoveryCodeCall)
  const now = deps.clock()
  const { pendingSession, member } = await requirePendingSession(deps.db, {
    token: input.token,
    state: 'code',
    now,
    refuse,
  })
  const { device_id } = input.source
  const refundAttempt = await spendCodeAttempt(deps, {
    staff_id: member.id,
    source: input.source,
    now,
    refuse,
  })
  const code_hash = recoveryCodeHash(input.recovery_code)
  const opened = await inTransaction(deps.db, async (tx) => {
    // Locks in the same order as everything that ends sessions: the member first, then the rows that belong to them.
    await lockMember(tx, member.id)
    if (!(await consumeRecoveryCode(tx, { staff_id: member.id, code_hash, now })))
      throw refuse('staff.wrong-recovery-code')
    const session = await openSession(tx, { pendingSession, member, device_id, now, refuse })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: member.id },
      action: 'staff.use-recovery-code',
      subject: null,
      sentence: 'Entrou com senha e um código de recuperação.',
    })
    return session
  })
  await refundAttempt()
  return { identity: await identityOf(deps.db, member), ...opened }
}
