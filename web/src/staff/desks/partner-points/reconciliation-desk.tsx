import type { DeskPartner } from '@clube/contract/partner-points/desk-calls.ts'
import { Redirect, useLocation, useRoute } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DeskTabs, type DeskTab } from '../../parts/desk-tabs.tsx'
import { FilterSelect } from '../../parts/filter-field.tsx'
import { formatWaitingCount } from '../../parts/waiting-counts.ts'
import { CasesTab } from './cases-tab.tsx'
import { DaysTab } from './days-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { ItemsTab } from './items-tab.tsx'
import { useDeskPartners } from './partner-desk-data.ts'
import { PartnerSwitch } from './partner-switch.tsx'
import { reconciliationPaths, reconciliationTabs, type ReconciliationTab } from './reconciliation-paths.ts'
import { RefundsTab } from './refunds-tab.tsx'

/** Conciliação: one partner at a time; its differences, redemptions to decide, refunds, files and figures. */
export function ReconciliationDesk() {
  const partners = useDeskPartners()
  return (
    <DeskPage title="Conciliação">
      <Loaded query={partners} skeleton={<Skeleton shape="field" count={5} />}>
        {(found) => (
          <>
            <RefreshFailure query={partners} stale="As contagens podem estar desatualizadas." />
            <Partners partners={found} />
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

const isTab = (text: string | undefined): text is ReconciliationTab =>
  reconciliationTabs.some((tab) => tab === text)

function Partners({ partners }: { partners: readonly DeskPartner[] }) {
  const [, navigate] = useLocation()
  const [, params] = useRoute('/conciliacao/:partner/:tab')
  const [first] = partners
  if (!first)
    return <EmptyState illustration="points">O clube não tem programas parceiros configurados.</EmptyState>
  const partner = partners.find((each) => each.partner === params?.partner)
  const tab = params?.tab
  if (!partner || !isTab(tab))
    return <Redirect to={reconciliationPaths.tab((partner ?? first).partner, 'conferencia')} replace />
  return (
    <>
      <PartnerSwitch key={partner.partner} partner={partner}>
        {partners.length > 1 ? (
          <FilterSelect
            label="Programa parceiro"
            value={partner.partner}
            options={partners.map((each) => ({ value: each.partner, label: optionText(each) }))}
            onChange={(slug) => navigate(reconciliationPaths.tab(slug, tab))}
          />
        ) : (
          <strong className="title">{partner.name}</strong>
        )}
      </PartnerSwitch>
      <DeskTabs
        label="Conciliação"
        tabs={tabsOf(partner)}
        current={tabsOf(partner).find(({ path }) => path === reconciliationPaths.tab(partner.partner, tab))}
      />
      <Tab key={`${partner.partner} ${tab}`} tab={tab} partner={partner} />
    </>
  )
}

/** The partner, with what waits there. */
const optionText = ({ name, waiting }: DeskPartner): string => {
  const count = waiting.cases + waiting.differences + waiting.refunds
  return count === 0 ? name : `${name} (${formatWaitingCount(count)})`
}

const titles = {
  conferencia: 'Conferência',
  resgates: 'Resgates a decidir',
  devolucoes: 'Devoluções',
  arquivos: 'Arquivos',
  'por-dia': 'Por dia',
} as const satisfies Record<ReconciliationTab, string>

const tabsOf = ({ partner, waiting }: DeskPartner): DeskTab[] => {
  const counts: Partial<Record<ReconciliationTab, number>> = {
    conferencia: waiting.differences,
    resgates: waiting.cases,
    devolucoes: waiting.refunds,
  }
  return reconciliationTabs.map((tab) => ({
    path: reconciliationPaths.tab(partner, tab),
    title: titles[tab],
    waiting: counts[tab] ?? 0,
  }))
}

function Tab({ tab, partner }: { tab: ReconciliationTab; partner: DeskPartner }) {
  switch (tab) {
    case 'conferencia':
      return <ItemsTab partner={partner.partner} />
    case 'resgates':
      return <CasesTab partner={partner.partner} />
    case 'devolucoes':
      return <RefundsTab partner={partner.partner} />
    case 'arquivos':
      return <FilesTab partner={partner.partner} />
    case 'por-dia':
      return <DaysTab partner={partner.partner} />
    default:
      return tab satisfies never
  }
}
