import { formatRecoveryCode } from '@clube/contract/staff/second-factor.ts'
import {
  type StaffIdentity,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffReplaceRecoveryCodesCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { toString as drawQrCode } from 'qrcode'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import { openSecret, consumeSecondFactor } from './confirm-code.ts'
import type { StaffDeps } from './deps.ts'
import {
  identityOf,
  openSession,
  requirePendingSession,
  type OpenedSession,
} from './staff-sign-in-session.ts'
import { spendCodeAttempt, type SignInSource } from './staff-limits.ts'
import { createRecoveryCodes, recoveryCodeHash } from './recovery-code.ts'
import { replaceRecoveryCodes } from './staff-secret-store.ts'
import { enrollTotp, findMember } from './staff-store.ts'
import { matchingStep, otpauthUri, toBase32 } from './totp.ts'

type PendingSignIn = { readonly token: string | null }

/**
 * The secret of this sign-in for an authenticator app, effective once its first code is confirmed.
 * @throws {Refusal} staff.sign-in-expired
 */
export const readEnrollment = async (
  deps: StaffDeps,
  { token }: PendingSignIn,
): Promise<{ email: string; secret: string; otpauth_uri: string; qr_svg: string }> => {
  const now = deps.clock()
  const { member, pending } = await requireEnrollment(deps, {
    token,
    now,
    refuse: refusalsOf(staffEnrollmentCall),
  })
  const { email } = member
  const otpauth_uri = otpauthUri({ secret: pending, club_name: deps.rules.club_name, email })
  const qr_svg = await drawQrCode(otpauth_uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  const secret = (toBase32(pending).match(/.{1,4}/g) ?? []).join(' ')
  return { email, secret, otpauth_uri, qr_svg }
}

/**
 * Enrolls the app, opens the session and creates the recovery codes.
 * @throws {Refusal} staff.sign-in-expired, staff.wrong-code, staff.throttled, request.rate-limited
 */
export const confirmEnrollment = async (
  deps: StaffDeps,
  input: PendingSignIn & { source: SignInSource; code: string },
): Promise<{ identity: StaffIdentity; recovery_codes: string[] } & OpenedSession> => {
  const now = deps.clock()
  const refuse = refusalsOf(staffConfirmEnrollmentCall)
  const { pendingSession, member, pending, sealed } = await requireEnrollment(deps, {
    token: input.token,
    now,
    refuse,
  })
  const refundAttempt = await spendCodeAttempt(deps, {
    staff_id: member.id,
    source: input.source,
    now,
    refuse,
  })
  const step = matchingStep(pending, input.code, now)
  if (step === null) throw refuse('staff.wrong-code')
  const entered = await inTransaction(deps.db, async (tx) => {
    // A concurrent sign-in enrolled first: this secret is discarded.
    if (!(await enrollTotp(tx, { id: member.id, totp_sealed: sealed, step, now })))
      throw refuse('staff.sign-in-expired')
    const recovery_codes = await renewRecoveryCodes(deps, tx, { staff_id: member.id, now })
    const { device_id } = input.source
    const opened = await openSession(tx, { pendingSession, member, device_id, now, refuse })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: member.id },
      action: 'staff.enrol-second-factor',
      subject: null,
      sentence: 'Cadastrou o aplicativo do segundo fator e entrou.',
    })
    return { recovery_codes, ...opened }
  })
  await refundAttempt()
  return { identity: await identityOf(deps.db, member), ...entered }
}

/**
 * Replaces the recovery codes.
 * @throws {Refusal} staff.wrong-code, staff.throttled, request.rate-limited
 */
export const replaceOwnRecoveryCodes = async (
  deps: StaffDeps,
  input: { staff_id: string; source: SignInSource; code: string },
): Promise<string[]> => {
  const now = deps.clock()
  const refuse = refusalsOf(staffReplaceRecoveryCodesCall)
  const { staff_id } = input
  const member = await findMember(deps.db, staff_id)
  if (!member) throw refuse('session.required')
  const refundAttempt = await spendCodeAttempt(deps, { staff_id, source: input.source, now, refuse })
  const recovery_codes = await inTransaction(deps.db, async (tx) => {
    await consumeSecondFactor(deps, tx, { member, code: input.code, now, refuse })
    const renewed = await renewRecoveryCodes(deps, tx, { staff_id, now })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'staff.replace-recovery-codes',
      subject: null,
      sentence: 'Trocou os próprios códigos de recuperação.',
    })
    return renewed
  })
  await refundAttempt()
  return recovery_codes
}

const requireEnrollment = async (
  deps: StaffDeps,
  input: { token: string | null; now: Date; refuse: Refuse<(typeof staffEnrollmentCall)['refusals']> },
) => {
  const found = await requirePendingSession(deps.db, { ...input, state: 'enrollment' })
  const sealed = found.pendingSession.pending_totp_sealed
  if (!sealed) throw input.refuse('staff.sign-in-expired')
  return { ...found, sealed, pending: openSecret(deps, found.member.id, sealed) }
}

const renewRecoveryCodes = async (
  deps: Pick<StaffDeps, 'random'>,
  tx: Tx,
  input: { staff_id: string; now: Date },
): Promise<string[]> => {
  const codes = createRecoveryCodes(deps.random)
  await replaceRecoveryCodes(tx, { ...input, code_hashes: codes.map(recoveryCodeHash) })
  return codes.map(formatRecoveryCode)
}
