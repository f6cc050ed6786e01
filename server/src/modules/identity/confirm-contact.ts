import type { Profile } from '@clube/contract/identity/profile-call.ts'
import {
  confirmContactCall,
  contactCodeMinutes,
  sendContactCodeCall,
  type CodeDelivery,
} from '@clube/contract/identity/contact-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { consumeContactCode, saveContactCode, recordContactAttempt } from './contact-code-store.ts'
import { contactsOf, findMessage, type Contact, type MessageRecord } from '../messaging/index.ts'
import { findById, verifyContact } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { readProfile } from './profile.ts'
import { generateCode } from '../vault/index.ts'

const refuse = refusalsOf(sendContactCodeCall)
const refuseCode = refusalsOf(confirmContactCall)

type Input = { readonly customer_id: string; readonly channel: Contact['channel'] }

/**
 * Sends a code to a contact of the signed-in customer. Only this session's account can use it: the code is useless to
 * anyone else who receives it because their contact was entered.
 * @throws {Refusal} identity.contact-confirmed, identity.contact-code-too-soon, identity.contact-codes-exhausted
 */
export const sendContactCode = async (
  deps: IdentityDeps,
  input: Input & { ip: string },
): Promise<{ expires_at: Date; message_id: string }> => {
  const { customer_id, channel, ip } = input
  const now = deps.clock()
  const { to, is_verified } = await findContact(deps, input)
  if (is_verified) throw refuse('identity.contact-confirmed')
  const slot = await deps.reserveSendingSlot({
    channel,
    account_key: `contact:${customer_id}`,
    contact: to,
    is_verified,
    customer_id,
    code_for: 'contact',
    ip,
    // Accounts are free to create, so their text messages count like those of unknown devices.
    is_established: false,
    now,
  })
  if (slot.kind === 'too-soon') throw refuse('identity.contact-code-too-soon', { seconds: slot.wait_seconds })
  if (slot.kind === 'exhausted') throw refuse('identity.contact-codes-exhausted')
  const id = deps.random.uuid()
  const code = generateCode(deps.random)
  const expires_at = expiryAfter(now, contactCodeMinutes * 60)
  const message_id = await inTransaction(deps.db, async (tx) => {
    await saveContactCode(tx, {
      customer_id,
      channel,
      id,
      code_hash: codeHash(deps, { id, to, code }),
      expires_at,
    })
    return deps.sendMessage(tx, {
      channel,
      to,
      is_verified,
      customer_id,
      content: { template: 'contact-code', channel, code, minutes: contactCodeMinutes },
      expires_at,
    })
  })
  return { expires_at, message_id }
}

/**
 * The delivery of one code to a contact of the signed-in customer; another contact's code has another message.
 * @throws {Refusal} request.not-found
 */
export const readCodeDelivery = async (
  deps: IdentityDeps,
  input: { customer_id: string; message_id: string },
): Promise<CodeDelivery> => {
  const message = await findMessage(deps.db, input.message_id)
  const isOwnCode = message?.customer_id === input.customer_id && message.template === 'contact-code'
  if (!message || !isOwnCode) throw refuseRequest('request.not-found')
  return deliveryOf(message)
}

const deliveryOf = (message: MessageRecord): CodeDelivery => {
  switch (message.state) {
    case 'queued':
      return message.next_attempt_at > message.created_at ? 'delayed' : 'sending'
    case 'sent':
      return message.delivery === 'undelivered' ? 'failed' : 'sent'
    case 'failed':
    case 'suppressed':
      return 'failed'
    default:
      return message satisfies never
  }
}

/**
 * Verifies a contact by the code sent to it. A code sent to the account's previous contact is rejected.
 * @throws {Refusal} identity.wrong-contact-code, identity.contact-code-expired
 */
export const confirmContact = async (
  deps: IdentityDeps,
  input: Input & { code: string },
): Promise<Profile> => {
  const { customer_id, channel, code } = input
  const now = deps.clock()
  const { to, is_verified } = await findContact(deps, input)
  if (is_verified) return readProfile(deps, customer_id)
  const attempt = await recordContactAttempt(deps.db, { customer_id, channel, now })
  if (!attempt) throw refuseCode('identity.contact-code-expired')
  const { id } = attempt
  const code_hash = codeHash(deps, { id, to, code })
  const isCorrect = await inTransaction(deps.db, async (tx) => {
    const used = await consumeContactCode(tx, { id, code_hash, now })
    if (used) await verifyContact(tx, { customer_id, channel, to, now })
    return used
  })
  if (!isCorrect) throw refuseCode('identity.wrong-contact-code')
  return readProfile(deps, customer_id)
}

const findContact = async (deps: IdentityDeps, { customer_id, channel }: Input): Promise<Contact> => {
  const customer = await findById(deps.db, customer_id)
  const contact = customer && contactsOf(customer).find((each) => each.channel === channel)
  // Only complete accounts sign in with a password, and those have both contacts.
  if (!contact) throw refuseRequest('session.required')
  return contact
}

/** Keyed, and bound to the contact: once the contact changes, the code no longer matches. */
const codeHash = (
  { vault }: Pick<IdentityDeps, 'vault'>,
  { id, to, code }: { id: string; to: string; code: string },
): Buffer => vault.indexOf('customer.contact-code', `${id}:${to}:${code}`)
