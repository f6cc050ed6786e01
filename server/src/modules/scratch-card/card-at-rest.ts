import type { Vault } from '../vault/index.ts'

/** The commitment identifies the deck: preparing it again creates another one. */
type CardPlace = { readonly commitment: Buffer; readonly position: number }

const numberLength = 5

/** A card that was moved to another position or deck cannot be opened. */
const labelOf = ({ commitment, position }: CardPlace): string =>
  `scratch-card.card/${commitment.toString('hex')}/${position}`

/** Seals the number of a card's prize, 0 for a blank; all sealed cards have the same length. */
export const sealCard = (vault: Vault, place: CardPlace, prize: number): Buffer =>
  vault.seal(labelOf(place), String(prize).padStart(numberLength, '0'))

/** @throws when the card was changed or moved */
export const openCard = (vault: Vault, place: CardPlace, sealed: Buffer): number =>
  Number(vault.open(labelOf(place), sealed))

const seedLabelOf = (campaign_id: string): string => `scratch-card.seed/${campaign_id}`

export const sealSeed = (vault: Vault, campaign_id: string, seed: Buffer): Buffer =>
  vault.seal(seedLabelOf(campaign_id), seed.toString('hex'))

export const openSeed = (vault: Vault, campaign_id: string, sealed: Buffer): Buffer =>
  Buffer.from(vault.open(seedLabelOf(campaign_id), sealed), 'hex')
