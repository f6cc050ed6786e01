import type { Charge } from '../limits/index.ts'
import type { Actor } from '../sessions/index.ts'
import type { Vault } from '../vault/index.ts'

/** Where a code comes from. */
export type GuessSource = { readonly ip: string; readonly device_id: string | null }

/** A person's sessions without a password have their own key, since a document is enough to open one. */
export const personKeyOf = (vault: Vault, { customer_id, identified_session_id }: Actor): Buffer =>
  vault.indexOf(
    'scratch-card.guesses',
    `person ${customer_id} ${identified_session_id === null ? 'customer' : 'identified'}`,
  )

/** The keys that wrong codes lock: the person and, if it is known, the device. */
export const lockKeysOf = (vault: Vault, actor: Actor, { device_id }: GuessSource): Buffer[] => [
  personKeyOf(vault, actor),
  ...(device_id === null ? [] : [vault.indexOf('scratch-card.guesses', `device ${device_id}`)]),
]

/** The limits per IP and network, toward which only wrong codes count. */
export const guessCharges = ({ ip }: GuessSource): Charge[] => [
  { limit: 'scratch-guesses.ip', key: ip },
  { limit: 'scratch-guesses.network', key: ip },
]
