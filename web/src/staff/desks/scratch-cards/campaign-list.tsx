import { campaignStateTitles } from '@clube/contract/campaigns/campaign-states.ts'
import { listScratchCampaignsCall } from '@clube/contract/scratch-card/deck-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useLocation } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { StateChip } from '../../parts/fact-list.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { deckTitle, deckTone, formatCount } from './deck-labels.ts'

/** Invalidated by changes to decks and codes, and by given cards. */
export const scratchKey = ['scratch-cards'] as const

export type ScratchCampaign = DataOf<typeof listScratchCampaignsCall>[number]

const columns: readonly Column<ScratchCampaign>[] = [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Situação', narrow: true, cell: ({ state }) => campaignStateTitles[state] },
  {
    title: 'Baralho',
    narrow: true,
    cell: ({ deck }) => (
      <StateChip tone={deckTone(deck?.state ?? null)} title={deckTitle(deck?.state ?? null)} />
    ),
  },
  { title: 'Cartões', narrow: true, cell: ({ cards }) => formatCount(cards) },
  { title: 'Sorteados', narrow: true, cell: ({ deck }) => formatCount(deck?.drawn ?? 0) },
]

/** The approved campaigns; each row opens the campaign's page. */
export function CampaignList({ pathOf }: { pathOf: (campaign_id: string) => string }) {
  const [, navigate] = useLocation()
  const list = useCallQuery(
    [...scratchKey, 'campaigns'],
    (send, signal) => send(listScratchCampaignsCall, { signal }),
    { refetchOnMount: 'always', refetchOnWindowFocus: true },
  )
  return (
    <>
      <KeyHints isList hints={[]} />
      <QueryTable
        query={list}
        label="Promoções com raspadinhas"
        columns={columns}
        keyOf={({ campaign_id }) => campaign_id}
        onOpen={({ campaign_id }) => navigate(pathOf(campaign_id))}
        empty={
          <EmptyState illustration="gift">
            Nenhuma promoção com raspadinhas foi aprovada ainda. O baralho vem depois da aprovação.
          </EmptyState>
        }
      />
    </>
  )
}
