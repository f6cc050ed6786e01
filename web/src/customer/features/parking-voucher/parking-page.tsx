import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import type { ParkingVoucher } from '@clube/contract/parking-voucher/calls.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign, useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { WalletItems } from '../../promotions/wallet-items.tsx'
import { readStoredItems } from '../../promotions/wallet.ts'
import { ApplyVoucher } from './apply-voucher.tsx'
import { parkingPaths } from './parking-paths.ts'
import { StoredVouchersNotice } from './stored-vouchers-notice.tsx'
import { useMyVouchers, voucherList } from './use-parking.ts'
import { parkingIcon, standingOf, voucherItem } from './voucher-item.ts'

const title = 'Estacionamento'

/** Estacionamento: the vouchers that can be used now, a ticket for a new one, and the earlier vouchers. */
export const ParkingPage = () => (
  <Page title={title}>
    <Loaded query={useMyVouchers()} loadingText="Carregando seus vales-estacionamento">
      {({ items, isOffline }) =>
        isOffline ? (
          <StoredVouchers vouchers={items} />
        ) : (
          <>
            <Vouchers vouchers={items.filter(isCurrent)} />
            <NewVoucher vouchers={items} />
            <Vouchers vouchers={items.filter((voucher) => !isCurrent(voucher))} />
            {items.length > 0 && <HiddenItemsNotice />}
          </>
        )
      }
    </Loaded>
  </Page>
)

/** The offline view, from this device's copy. */
export const OfflineParkingPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(voucherList)} onRetry={onRetry}>
    {(vouchers) => <StoredVouchers vouchers={vouchers} />}
  </OfflineWalletPage>
)

const StoredVouchers = ({ vouchers }: { vouchers: readonly ParkingVoucher[] }) => (
  <>
    <StoredVouchersNotice />
    <Vouchers vouchers={vouchers} />
  </>
)

const isCurrent = (voucher: ParkingVoucher): boolean => standingOf(voucher, serverNow()).kind !== 'ended'

const Vouchers = ({ vouchers }: { vouchers: readonly ParkingVoucher[] }) => (
  <WalletItems
    items={vouchers.map((voucher) => ({ ...voucherItem(voucher, serverNow()), icon: parkingIcon }))}
  />
)

/** Whether the car has its voucher, so that the person rarely needs another one. */
function isServed(voucher: ParkingVoucher): boolean {
  const { kind } = standingOf(voucher, serverNow())
  return kind === 'waiting' || kind === 'released'
}

/** The ticket of the only promotion, or the choice between several; behind a button while the car has its voucher. */
function NewVoucher({ vouchers }: { vouchers: readonly ParkingVoucher[] }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Loaded query={useCampaigns()} loadingText="Carregando as promoções">
      {(campaigns) => {
        const active = campaigns.filter(({ kind, state }) => kind === 'parking_voucher' && state === 'active')
        const [first] = active
        if (!first)
          return (
            vouchers.length === 0 && (
              <EmptyPersonalList illustration="car" href={paths.promotions} action="Ver promoções">
                Nenhuma promoção dá vale-estacionamento agora.
              </EmptyPersonalList>
            )
          )
        if (!isWanted && vouchers.some(isServed))
          return (
            <Button variant="outline" onClick={() => setWanted(true)}>
              Usar um vale em outro ticket
            </Button>
          )
        return active.length === 1 ? <OnlyCampaign campaign={first} /> : <Campaigns campaigns={active} />
      }}
    </Loaded>
  )
}

const OnlyCampaign = ({ campaign: { slug } }: { campaign: CampaignCard }) => (
  <Loaded query={useCampaign(slug)} loadingText="Carregando a promoção">
    {(campaign) => <ApplyVoucher campaign={campaign} />}
  </Loaded>
)

const Campaigns = ({ campaigns }: { campaigns: readonly CampaignCard[] }) => (
  <Section title="Usar um vale">
    {campaigns.map(({ campaign_id, slug, summary, title: name }) => (
      <ForwardLink
        key={campaign_id}
        variant="card"
        href={parkingPaths.apply(slug)}
        title={name}
        text={summary}
      />
    ))}
  </Section>
)
