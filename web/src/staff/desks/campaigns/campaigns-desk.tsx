import { useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { campaignStates, campaignStateTitles } from '@clube/contract/campaigns/campaign-states.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindProperties, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { staffPaths } from '../../app/paths.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { CampaignDrafts } from './campaign-drafts.tsx'
import { formatMissing, formatPeriod, formatStock } from './campaign-labels.ts'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignStateChip } from './campaign-view.tsx'
import css from './campaigns.module.css'
import { EditCampaignPage, NewCampaignPage } from './edit-campaign-page.tsx'
import { ResultsPage } from './results-page.tsx'
import { useStaffCampaigns } from './use-campaigns.ts'

/** Creating, editing, submitting, pausing, ending and archiving campaigns. */
export const CampaignsDesk = () => (
  <Switch>
    <Route path={staffPaths.newCampaign}>
      <NewCampaignPage />
    </Route>
    <Route path={staffPaths.editCampaign(':id')}>{({ id }) => <EditCampaignPage key={id} id={id} />}</Route>
    <Route path={staffPaths.campaignResults(':id')}>{({ id }) => <ResultsPage key={id} id={id} />}</Route>
    <Route path={staffPaths.campaign(':id')}>{({ id }) => <CampaignPage key={id} id={id} />}</Route>
    <Route>
      <CampaignList />
    </Route>
  </Switch>
)

const columns: readonly Column<StaffCampaign>[] = [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Número', narrow: true, cell: ({ cd_identificador }) => cd_identificador },
  { title: 'Tipo', narrow: true, cell: ({ kind }) => promotionKindProperties[kind].title },
  {
    title: 'Situação',
    narrow: true,
    cell: (campaign) => (
      <span className={`titled ${css.state}`}>
        <CampaignStateChip campaign={campaign} />
        <StateNote campaign={campaign} />
      </span>
    ),
  },
  { title: 'Período', narrow: true, cell: formatPeriod },
  { title: 'Estoque', narrow: true, cell: (campaign) => formatStock(campaign) || '–' },
]

/** Whether a draft or a correction was returned, and how many items a draft is missing. */
function StateNote({ campaign }: { campaign: StaffCampaign }) {
  const { state, missing, review_note, has_returned_change } = campaign
  const isDraft = state === 'draft'
  const note = [
    ...(isDraft && review_note !== null ? ['Devolvida'] : []),
    ...(isDraft && missing.length > 0 ? [formatMissing(missing.length)] : []),
    ...(has_returned_change ? ['Correção devolvida'] : []),
  ].join(' · ')
  return note === '' ? null : <span className="soft small">{note}</span>
}

/** Every campaign; archived ones are shown only when filtered for. */
function CampaignList() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [state, setState] = useState('')
  const [kind, setKind] = useState('')
  const list = useStaffCampaigns()
  const all = list.data ?? []
  const normalizedQuery = normalizeForSearch(text)
  const shown = all.filter(
    (one) =>
      (state === '' ? one.state !== 'archived' : one.state === state) &&
      (kind === '' || one.kind === kind) &&
      normalizeForSearch(`${one.title} ${one.slug} ${one.cd_identificador}`).includes(normalizedQuery),
  )
  const create = () => navigate(staffPaths.newCampaign)

  return (
    <DeskPage title="Promoções" actions={<DeskButton onClick={create}>Nova promoção</DeskButton>}>
      <Filters>
        <FilterField label="Nome ou número" value={text} onChange={setText} />
        <FilterSelect
          label="Situação"
          value={state}
          onChange={setState}
          all="Menos arquivadas"
          options={campaignStates.map((value) => ({
            value,
            label: `${campaignStateTitles[value]} (${all.filter((one) => one.state === value).length})`,
          }))}
        />
        <FilterSelect
          label="Tipo"
          value={kind}
          onChange={setKind}
          all="Todos"
          options={promotionKinds
            .filter((value) => all.some((one) => one.kind === value))
            .map((value) => ({ value, label: promotionKindProperties[value].title }))}
        />
      </Filters>
      <KeyHints isList hints={[['N', 'nova promoção', create], searchKey]} />
      <CampaignDrafts />
      <QueryTable
        query={list}
        rows={shown}
        label="Promoções, da última alterada à mais antiga"
        columns={columns}
        keyOf={({ campaign_id }) => campaign_id}
        onOpen={({ campaign_id }) => navigate(staffPaths.campaign(campaign_id))}
        empty={<NoCampaigns isFiltered={all.length > 0} onCreate={create} />}
      />
    </DeskPage>
  )
}

function NoCampaigns({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  if (isFiltered)
    return <EmptyState illustration="search">Nenhuma promoção corresponde ao filtro.</EmptyState>
  return (
    <EmptyState
      illustration="gift"
      action={<OutlineButton onClick={onCreate}>Escrever a primeira</OutlineButton>}
    >
      Ainda não há promoções neste clube.
    </EmptyState>
  )
}
