import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { walletPath } from '../../promotions/promotion.ts'
import { readStoredItems } from '../../promotions/wallet.ts'
import { StoredVouchersNotice } from './gifts-page.tsx'
import { giftPaths } from './gift-paths.ts'
import { useMyVouchers, voucherList } from './use-gifts.ts'
import { VoucherCard, VoucherView } from './voucher-view.tsx'

const title = 'Vale-brinde'
const back = { href: walletPath, label: 'Carteira' }

/** One voucher: its codes, where to use it and by when, printing and cancelling. */
export function VoucherPage() {
  return (
    <Page title={title} back={back}>
      <Loaded query={useMyVouchers()} loadingText="Carregando o vale-brinde">
        {({ items, isOffline }) => (
          <Own vouchers={items}>
            {(voucher) =>
              isOffline ? <StoredVoucher voucher={voucher} /> : <VoucherView voucher={voucher} />
            }
          </Own>
        )}
      </Loaded>
    </Page>
  )
}

/** The offline view, from this device's copy. */
export const OfflineVoucherPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(voucherList)} onRetry={onRetry}>
    {(vouchers) => <Own vouchers={vouchers}>{(voucher) => <StoredVoucher voucher={voucher} />}</Own>}
  </OfflineWalletPage>
)

const StoredVoucher = ({ voucher }: { voucher: GiftVoucher }) => (
  <>
    <StoredVouchersNotice />
    <VoucherCard voucher={voucher} />
  </>
)

type OwnProps = { vouchers: readonly GiftVoucher[]; children: (voucher: GiftVoucher) => ReactNode }

/** The voucher in the path. */
function Own({ vouchers, children }: OwnProps) {
  const { voucher_id } = useParams<{ voucher_id: string }>()
  const voucher = vouchers.find((each) => each.voucher_id === voucher_id)
  if (voucher) return children(voucher)
  return (
    <EmptyList illustration="gift" href={giftPaths.mine} action="Ver meus brindes">
      Este vale-brinde não está entre os seus.
    </EmptyList>
  )
}
