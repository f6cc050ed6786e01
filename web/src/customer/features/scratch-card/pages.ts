import type { PromotionPages } from '../../promotions/promotion.ts'
import { scratchPaths } from './scratch-paths.ts'

/** The pages of scratch cards. */
export const scratchCardPages: PromotionPages = {
  routes: [
    {
      pattern: scratchPaths.entry,
      isPublic: true,
      load: () => import('./entry-page.tsx').then(({ EntryPage }) => ({ page: EntryPage })),
    },
    {
      pattern: scratchPaths.play(':slug'),
      load: () => import('./play-page.tsx').then(({ PlayPage }) => ({ page: PlayPage })),
    },
    {
      pattern: scratchPaths.proof(':slug'),
      isPublic: true,
      load: () => import('./proof-page.tsx').then(({ ProofPage }) => ({ page: ProofPage })),
    },
    {
      pattern: scratchPaths.mine,
      load: () => import('./cards-page.tsx').then(({ CardsPage }) => ({ page: CardsPage })),
    },
    {
      pattern: scratchPaths.card({ campaign_id: ':campaign_id', position: ':position' }),
      load: () => import('./card-page.tsx').then(({ CardPage }) => ({ page: CardPage })),
    },
    {
      pattern: scratchPaths.awards,
      load: () =>
        import('./awards-page.tsx').then(({ AwardsPage, OfflineAwardsPage }) => ({
          page: AwardsPage,
          offline: OfflineAwardsPage,
        })),
    },
    {
      pattern: scratchPaths.award(':award_id'),
      load: () =>
        import('./award-page.tsx').then(({ AwardPage, OfflineAwardPage }) => ({
          page: AwardPage,
          offline: OfflineAwardPage,
        })),
    },
  ],
  primaryAction: (slug) => ({ href: scratchPaths.play(slug), label: 'Raspar' }),
  ownDataLabel: 'raspadinhas',
}
