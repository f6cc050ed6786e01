import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { PhotoStore } from '../../ports/photo-store.ts'
import type { CustomerNotice, PromotionDeps } from '../campaigns/index.ts'
import type { IdentityRules } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { PhotoDecoder } from '../photos/index.ts'

/** The topic of every message of free gifts, by template. */
export const messageTopics = {
  'gift-issued': 'participations',
  'gift-expiring': 'participations',
  'gift-returned': 'participations',
  'gift-delivered': 'participations',
} as const satisfies Record<string, NoticeTopic>

export type GiftTemplate = keyof typeof messageTopics

/** Dependencies of free gifts. */
export type FreeGiftDeps = Omit<PromotionDeps, 'notify'> & {
  readonly notify: (tx: Tx, notice: CustomerNotice & { readonly template: GiftTemplate }) => Promise<void>
}

/** Additional dependencies of finding people at the desk. */
export type PersonSearch = {
  readonly limits: Pick<Limits, 'spend'>
  /** Document types of the club. */
  readonly rules: Pick<IdentityRules, 'document_types' | 'cnpj'>
}

/** Additional dependencies of the pictures of gifts. */
export type PictureStorage = {
  readonly limits: Pick<Limits, 'spend'>
  readonly photos: { readonly store: PhotoStore; readonly decoder: Pick<PhotoDecoder, 'clean'> }
}

/** What free gifts need in addition to the dependencies of every kind. */
export type GiftServices = PictureStorage & PersonSearch

export type PictureDeps = Pick<FreeGiftDeps, 'db' | 'clock' | 'random'> & PictureStorage
