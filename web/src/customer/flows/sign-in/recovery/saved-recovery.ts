import { documentTypeSchema } from '@clube/contract/brazil/document-type.ts'
import { supportSteps, type SignInState, type SupportStep } from '@clube/contract/identity/sign-in-flow.ts'
import { yesNoSchema } from '@clube/contract/kernel/yes-no.ts'
import { recoveryConfigurationSchema, renewRecoveryTokenCall } from '@clube/contract/recovery/code-calls.ts'
import { contactStatuses, extraInformationAnswers } from '@clube/contract/recovery/support-form.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { attempt } from '../../../../kit/store/attempt.ts'
import type { Send } from '../../../../platform/api/client.ts'
import { isResponse, type Failure } from '../../../../platform/api/failure.ts'
import { isKiosk } from '../../../../platform/storage/service-channel.ts'
import type { SignInForm } from '../step-props.ts'
import type { SupportDraft } from '../support/support-draft.ts'
import { removeSavedRecovery, savedRecoveryKey, type RecoveryData } from './recovery-data.ts'

const form = z.object({
  document_id: z.string(),
  document_type: documentTypeSchema,
  remember_me: yesNoSchema,
})
const shared = {
  form,
  configuration: z.nullable(recoveryConfigurationSchema),
  code_expires_at: z.nullable(z.string()),
}
const contactStatus = z.enum([...contactStatuses, ''])
const draft = z.object({
  name: z.string(),
  birth_date: z.string(),
  cellphone_status: contactStatus,
  cellphone: z.string(),
  previous_cellphone: z.string(),
  email_status: contactStatus,
  email: z.string(),
  previous_email: z.string(),
  extra_information: z.enum([...extraInformationAnswers, '']),
  extra_information_description: z.string(),
})
const recoverySchema = z.discriminatedUnion('at', [
  z.object({
    at: z.enum(['forgotPassword', 'resetCodeEmail', 'resetCodeSms', 'resetPasswordOption']),
    ...shared,
  }),
  z.object({
    at: z.literal('support'),
    step: z.enum(supportSteps),
    ...shared,
    draft: z.nullable(draft),
    /** Photos are not stored. */
    hasPhotos: z.boolean(),
    submitted: z.nullable(z.object({ protocol: z.string(), answer_by: z.string() })),
  }),
  /** The token is a secret and is not stored: the server replaces it. */
  z.object({ at: z.literal('resetPassword'), form }),
])
const savedSchema = z.object({
  recovery: recoverySchema,
  /** When the server's flow ends: Unix time in milliseconds. */
  expires_at: z.number(),
})

type SavedRecovery = z.infer<typeof savedSchema>

/** The recovery saved in this tab; an expired one is erased. */
function readSavedRecovery(now: number): SavedRecovery | null {
  const json = attempt(() => JSON.parse(sessionStorage.getItem(savedRecoveryKey) ?? 'null') as unknown)
  const { data } = z.safeParse(savedSchema, json)
  if (data && data.expires_at > now && !isKiosk()) return data
  removeSavedRecovery()
  return null
}

export type ResumedRecovery =
  | { kind: 'resumed'; form: SignInForm; state: SignInState; recoveryData: Partial<RecoveryData> }
  | { kind: 'none' }
  /** Without a response the recovery is kept, and can be resumed later. */
  | { kind: 'failed'; failure: Failure }

/** Resumes the recovery that a reload or a discarded tab interrupted, at its step. */
export async function resumeRecovery(send: Send, now: number): Promise<ResumedRecovery> {
  const saved = readSavedRecovery(now)
  if (saved === null) return { kind: 'none' }
  const { recovery, expires_at: flow_expires_at } = saved
  if (recovery.at === 'resetPassword') return renewToken(send, { form: recovery.form, flow_expires_at })
  const { form, configuration, code_expires_at } = recovery
  const recoveryData = { configuration, code_expires_at, flow_expires_at }
  if (recovery.at !== 'support') return { kind: 'resumed', form, state: { at: recovery.at }, recoveryData }
  const { submitted, hasPhotos } = recovery
  return {
    kind: 'resumed',
    form,
    state: { at: 'support', step: hasPhotos ? stepWithoutPhotos(recovery.step) : recovery.step },
    recoveryData: {
      ...recoveryData,
      submitted,
      draft: recovery.draft && { ...recovery.draft, photos: {} },
      hasLostPhotos: hasPhotos,
    },
  }
}

/** Photos that were not submitted are lost and taken again, from the first. */
const stepWithoutPhotos = (step: SupportStep): SupportStep =>
  supportSteps[Math.min(supportSteps.indexOf(step), supportSteps.indexOf('personalIDFront'))] ?? step

async function renewToken(
  send: Send,
  saved: { form: SignInForm; flow_expires_at: number },
): Promise<ResumedRecovery> {
  const sent = await send(renewRecoveryTokenCall, { body: {} })
  if (!sent.ok) {
    if (isResponse(sent.failure)) removeSavedRecovery()
    return { kind: 'failed', failure: sent.failure }
  }
  const { recovery_token, expires_at: token_expires_at = null } = sent.data
  const { form, flow_expires_at } = saved
  return {
    kind: 'resumed',
    form,
    state: { at: 'resetPassword', recovery_token },
    recoveryData: { flow_expires_at, token_expires_at },
  }
}

/**
 * Keeps the recovery in this tab's session storage while its steps are shown, so that it can be resumed after a reload
 * or when the browser discarded the tab. No code, token, password or photo is stored. The server's flow, identified by
 * a cookie that scripts cannot read, still decides what each step may do. Finishing the recovery erases it, as does
 * cancelling it or leaving the page (sign-in-page.tsx); a kiosk stores nothing.
 */
export function useSavedRecovery(state: SignInState, form: SignInForm, recoveryData: RecoveryData): void {
  const { confirmation_text, flow_expires_at: expires_at } = recoveryData
  const recovery = confirmation_text === null ? savedOf(state, form, recoveryData) : null
  const json = JSON.stringify(recovery && ({ recovery, expires_at } satisfies SavedRecovery))
  useEffect(() => {
    if (recovery === null || isKiosk()) return removeSavedRecovery()
    attempt(() => sessionStorage.setItem(savedRecoveryKey, json))
  }, [json])
}

function savedOf(
  state: SignInState,
  form: SignInForm,
  recoveryData: RecoveryData,
): SavedRecovery['recovery'] | null {
  const { configuration, code_expires_at, submitted } = recoveryData
  const shared = { form, configuration, code_expires_at }
  switch (state.at) {
    case 'forgotPassword':
    case 'resetCodeEmail':
    case 'resetCodeSms':
    case 'resetPasswordOption':
      return { at: state.at, ...shared }
    case 'support': {
      const hasPhotos = recoveryData.hasLostPhotos || Object.keys(recoveryData.draft?.photos ?? {}).length > 0
      return {
        at: 'support',
        step: state.step,
        ...shared,
        draft: withoutPhotos(recoveryData.draft),
        hasPhotos,
        submitted,
      }
    }
    case 'resetPassword':
      return { at: 'resetPassword', form }
    case 'checkAccountState':
    case 'signIn':
    case 'verifyIdentity':
      return null
    default:
      return state satisfies never
  }
}

function withoutPhotos(draft: SupportDraft | null): Omit<SupportDraft, 'photos'> | null {
  if (draft === null) return null
  const { photos: _, ...texts } = draft
  return texts
}
