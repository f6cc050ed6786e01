import type { DeckState } from '@clube/contract/scratch-card/deck-calls.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'

export const formatCount = (count: number): string => count.toLocaleString('pt-BR')

/** The name of a deck's state; `state` is null for a campaign without a deck. */
export const deckTitle = (state: DeckState | null): string => (state ? deckTitles[state] : 'A preparar')

const deckTitles = {
  prepared: 'Preparado, sem lacre',
  sealed: 'Lacrado',
  revealed: 'Aberto para conferência',
} as const satisfies Record<DeckState, string>

export const deckTone = (state: DeckState | null): Tone => (state ? deckTones[state] : 'warn')

const deckTones = { prepared: 'warn', sealed: 'good', revealed: undefined } as const satisfies Record<
  DeckState,
  Tone
>

/** Characters at the end of the commitment that the sealing member types. */
export const confirmedCharacters = 8

/** A commitment in groups of four characters, to be read aloud. */
export const groupsOf = (commitment: string): string[] => commitment.match(/.{1,4}/g) ?? []

/** Whether the typed characters are the commitment's last ones; spaces and case do not matter. */
export const endsWithTyped = (commitment: string, typed: string): boolean =>
  commitment.slice(-confirmedCharacters) === typed.replace(/\s/g, '').toLowerCase()

/** The public page on which anyone can verify the deck; it belongs to the customers' application. */
export const proofPath = (slug: string): string => `/raspadinha/${slug}/prova`
