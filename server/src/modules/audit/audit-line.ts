import { createHmac } from 'node:crypto'

export type AuditActor =
  | { readonly kind: 'staff'; readonly id: string }
  | { readonly kind: 'customer'; readonly id: string }
  /** The product itself, for instance a retention job. */
  | { readonly kind: 'system' }

/** Whose data or which thing it was done to. */
export type AuditSubject = { readonly kind: string; readonly id: string }

/** What happened, before it has its place in the chain. */
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

/** What the first line follows. */
export const noHash: Buffer = Buffer.alloc(32)

/**
 * The hash that ties a line to the one before. Keyed, so that whoever can write to the database, but does not hold the
 * club's key, cannot make a chain of his own.
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
