import type { CampaignCard, CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { ComponentType } from 'react'
import type { QueryState } from '../../parts/club-data/loaded.tsx'

/** A page of a promotion, for signed-in customers unless it is public. */
export type PromotionRoute = {
  readonly pattern: string
  /** Whether it needs no session. */
  readonly isPublic?: true
  /** `customer` if it shows data that require the password, in all sessions. */
  readonly needs?: 'customer'
  /** Loads the page's code; `offline` replaces the page while the server cannot be reached. */
  readonly load: () => Promise<{
    page: ComponentType<object>
    offline?: ComponentType<{ onRetry: () => void }>
  }>
}

/** A link's or button's target and label. */
export type Action = { readonly href: string; readonly label: string }

export type CampaignChip = { label: string; tone?: 'good' | 'warn' | 'bad' }

/** Units still available, of those that the rules promise or that the pickup points have received. */
export type Counted = { remaining: number; total: number; counted: 'prometidos' | 'recebidos' }

/** What a card shows of a campaign; `chip` and `left` are null while loading. */
export type Offer = {
  chip: CampaignChip | null
  when: string
  left: string | null
  /** The public meter: units still available; null where units are not counted. */
  stock: Counted | null
  /** Set while `stock` is loading, so that its place is reserved. */
  isCounting?: true
  /** What the signed-in person holds and still has to confirm, on the page of the promotion. */
  hold?: NowEntry | undefined
}

/** Path of the *Carteira*: what the person can use, of all kinds. */
export const walletPath = '/carteira'

/** Something that the person can use, as the *Carteira* lists it; `href` opens its codes. */
export type WalletItem = Pick<Action, 'href'> & {
  readonly id: string
  readonly title: string
  readonly text: string
  /** A path in a 24 × 24 box, in the kit's stroke. */
  readonly icon: string
  /** `pending` if it cannot be shown at the shopping center yet, or the person must be told why it no longer can. */
  readonly stage: 'usable' | 'pending' | 'past'
  readonly status: CampaignChip
  /** When it can be used, or its deadline, in words; null if that no longer matters. */
  readonly validity: string | null
  /** The instant of `validity`, for sorting. */
  readonly at: string
}

/** `isOffline` if the items are this device's copy, because the server did not respond. */
export type Wallet<Item> = { items: Item[]; isOffline: boolean }

/** A kind's part of the *Carteira*: a page, and the items on it. Made by `walletOf`. */
export type WalletEntry = Pick<Action, 'href'> & {
  readonly title: string
  /** A hook: the person's items, or this device's copy. */
  readonly useItems: () => QueryState<Wallet<WalletItem>>
  /** This device's copy, if there is one. */
  readonly readStored: () => Promise<WalletItem[] | undefined>
  /** A hook: a one-line summary of what the person has; null for nothing, undefined while loading. */
  readonly useSummary: () => string | null | undefined
}

/**
 * An entry of *Agora* on the home page: something that concerns the person now, such as a hold or a ticket for today.
 */
export type NowEntry = Pick<Action, 'href'> & {
  readonly title: string
  readonly text: string
  /** When it expires: the entry shows the remaining time until then. Null if it has no deadline. */
  readonly until: string | null
}

/** Something that points can buy, for instance a gift, with its cost as `text`; or another way to get points. */
export type PointsUse = Pick<Action, 'href'> & { readonly title: string; readonly text: string }

/** The pages of a promotion kind. Kept apart from its descriptor: opening one page needs the paths of all kinds, not their code. */
export type PromotionPages = {
  readonly routes: readonly PromotionRoute[]
  /** The primary action for an eligible person; null if participation happens only at the desk or a kiosk. */
  readonly primaryAction: (slug: string) => Action | null
  /** The page of one participation's outcome, linked from *Minhas participações*; omitted if there is none. */
  readonly outcomeAction?: (transaction_id: string) => Action
  /** The kind's part of the downloaded data, in one or two words for a list. */
  readonly ownDataLabel: string
}

/** What a promotion kind shows on pages that concern all promotions. */
export type PromotionDescriptor = {
  /** The emblem in the picture of its campaigns: a path in a 96 × 96 box. */
  readonly emblem: string
  /** A hook: status, date and availability of a campaign. `stockOffer` if the campaign's own stock is enough. */
  readonly useOffer: (campaign: CampaignCard) => Offer
  /** Further rows of *Como funciona*, as pairs of `dt` and `dd`; null if the campaign's plan is enough. */
  readonly Facts: ComponentType<{ campaign: CampaignPage }> | null
  /** The kind's part of the *Carteira*; null if people have nothing to show. */
  readonly wallet: WalletEntry | null
  /** A hook: what concerns the person now, for *Agora* on the home page; undefined while loading. */
  readonly useNowEntries: () => readonly NowEntry[] | undefined
  /** What the kind's hooks read without parameters for the *Carteira*, and further for *Agora*: the HTML of both pages requests it. */
  readonly reads: { readonly wallet: readonly Call[]; readonly now: readonly Call[] }
  /** A hook: what the kind's current campaigns offer for points; undefined while loading. */
  readonly usePointsUses: () => readonly PointsUse[] | undefined
  /** A hook: how the kind's current campaigns give points for something other than receipts, as links; omitted if they never do. */
  readonly usePointsSources?: () => readonly PointsUse[]
}

/** The emblems of the promotions, in one style, by subject. */
export const emblems = {
  ticket:
    'M8 34a5 5 0 0 1 5-5h70a5 5 0 0 1 5 5v8a6 6 0 0 0 0 12v8a5 5 0 0 1-5 5H13a5 5 0 0 1-5-5v-8a6 6 0 0 0 0-12v-8ZM64 29v7m0 8v8m0 8v7M22 42h26M22 54h16',
  gift: 'M12 40h72v12H12zM18 52h60v30H18zM48 40v42M48 40c-6-22-28-24-29-11 0 9 13 11 29 11Zm0 0c6-22 28-24 29-11 0 9-13 11-29 11Z',
  card: 'M14 24h68v48H14zM24 34h30v18H24zM30 47l6-6m0 6 10-10M62 36h10M62 46h10M24 62h48',
  star: 'M48 14l10 21 23 3-17 16 4 23-20-11-20 11 4-23-17-16 23-3 10-21Z',
  car: 'M10 62V50a8 8 0 0 1 6-7l6-2 9-16a8 8 0 0 1 7-4h22a8 8 0 0 1 7 4l8 16 6 2a6 6 0 0 1 5 6v13h-8M34 66h30M10 62a4 4 0 0 0 4 4M22 41h50M26 58a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm46 0a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z',
  house: 'M14 80V42l34-24 34 24v38H14ZM38 80V56h20v24M48 18V8h14v18',
} as const
