import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { searchText } from '@clube/contract/brazil/search-text.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { campaignStates, campaignStateTitles } from '@clube/contract/campaigns/campaign-states.ts'
import { promotionKindFacts, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { staffPaths } from '../../app/paths.ts'
import type { Column } from '../../../kit/table/data-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { KeyHints, listKeys } from '../../parts/key-hints.tsx'
import { formatMissing, formatPeriod, formatStock } from './campaign-labels.ts'
import css from './campaigns.module.css'
import { StateChip } from './state-chip.tsx'
import { useStaffCampaigns } from './use-staff-campaigns.ts'

const columns: readonly Column<StaffCampaign>[] = [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Número', narrow: true, cell: ({ cd_identificador }) => cd_identificador },
  { title: 'Tipo', narrow: true, cell: ({ kind }) => promotionKindFacts[kind].title },
  {
    title: 'Situação',
    narrow: true,
    cell: (campaign) => (
      <span className={css.state}>
        <StateChip campaign={campaign} />
        <StateNote campaign={campaign} />
      </span>
    ),
  },
  { title: 'Período', narrow: true, cell: formatPeriod },
  { title: 'Estoque', narrow: true, cell: (campaign) => formatStock(campaign) || '–' },
]

/** Number of missing items of a draft. */
function StateNote({ campaign: { state, missing, review_note } }: { campaign: StaffCampaign }) {
  if (state !== 'draft') return null
  const words = [
    ...(review_note === null ? [] : ['Devolvida']),
    ...(missing.length === 0 ? [] : [formatMissing(missing.length)]),
  ].join(' · ')
  return words === '' ? null : <span className="soft small">{words}</span>
}

const everyState = ''

/** Every campaign; archived ones only on request. */
export function CampaignList() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [state, setState] = useState<string>(everyState)
  const [kind, setKind] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const list = useStaffCampaigns()
  const all = list.data ?? []
  const wanted = searchText(text)
  const shown = all.filter(
    (one) =>
      (state === everyState ? one.state !== 'archived' : one.state === state) &&
      (kind === '' || one.kind === kind) &&
      searchText(`${one.title} ${one.slug} ${one.cd_identificador}`).includes(wanted),
  )
  const create = () => navigate(staffPaths.newCampaign)

  return (
    <DeskPage
      title="Promoções"
      actions={
        <Button compact onClick={create}>
          Nova promoção
        </Button>
      }
    >
      <Filters>
        <FilterField label="Nome ou número" value={text} onChange={setText} inputRef={searchField} />
        <FilterSelect
          label="Situação"
          value={state}
          onChange={setState}
          options={[
            { value: everyState, label: 'Menos arquivadas' },
            ...campaignStates.map((value) => ({
              value,
              label: `${campaignStateTitles[value]} (${all.filter((one) => one.state === value).length})`,
            })),
          ]}
        />
        <FilterSelect
          label="Tipo"
          value={kind}
          onChange={setKind}
          options={[
            { value: '', label: 'Todos' },
            ...promotionKinds.map((value) => ({ value, label: promotionKindFacts[value].title })),
          ]}
        />
      </Filters>
      <KeyHints
        hints={[
          ['N', 'nova promoção', create],
          ['/', 'buscar', () => searchField.current?.focus()],
          ...listKeys,
        ]}
      />
      <QueryTable
        query={list}
        rows={shown}
        label="Promoções, da última alterada à mais antiga"
        columns={columns}
        keyOf={({ campaign_id }) => campaign_id}
        onOpen={({ campaign_id }) => navigate(staffPaths.campaign(campaign_id))}
        empty={<Nothing isFiltered={all.length > 0} onCreate={create} />}
      />
    </DeskPage>
  )
}

function Nothing({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  if (isFiltered) return <EmptyState drawing="search">Nenhuma promoção corresponde ao filtro.</EmptyState>
  return (
    <EmptyState
      drawing="gift"
      action={
        <Button compact look="outline" onClick={onCreate}>
          Escrever a primeira
        </Button>
      }
    >
      Ainda não há promoções neste clube.
    </EmptyState>
  )
}
