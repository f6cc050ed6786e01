import { createHmac } from 'node:crypto'

export type AuditActor =
  | { readonly kind: 'staff'; readonly id: string }
  | { readonly kind: 'customer'; readonly id: string }
  /** The system itself, for instance a retention job. */
  | { readonly kind: 'system' }

/** The person or record affected. */
export type AuditSubject = { readonly kind: string; readonly id: string }

/** An audit line without its position in the chain. */
export type AuditEntry = {
  readonly actor: AuditActor
  /** `capability.verb`, such as `recovery.approve`. */
  readonly action: string
  readonly subject: AuditSubject | null
  /** One Portuguese sentence for auditors: protocols and ids, never a name, document, address or phone. */
  readonly sentence: string
}

export type AuditLine = AuditEntry & {
  /** 1, 2, 3 … without gaps. */
  readonly position: number
  readonly at: Date
  readonly previous_hash: Buffer
  readonly hash: Buffer
}

/** The `previous_hash` of the first line. */
export const noHash: Buffer = Buffer.alloc(32)

/**
 * The hash that links a line to the previous one. Keyed, so that someone with write access to the database but without the
 * club's key cannot forge a chain.
 */
export const hashOf = (key: Buffer, line: Omit<AuditLine, 'hash'>): Buffer => {
  const { position, at, actor, action, subject, sentence, previous_hash } = line
  const content = [
    position,
    at.toISOString(),
    actor.kind,
    actor.kind === 'system' ? null : actor.id,
    action,
    subject?.kind ?? null,
    subject?.id ?? null,
    sentence,
    previous_hash.toString('hex'),
  ]
  return createHmac('sha256', key).update(JSON.stringify(content)).digest()
}
