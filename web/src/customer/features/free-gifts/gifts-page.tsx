import { Notice } from '../../../kit/feedback/notice.tsx'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { WalletItems } from '../../promotions/wallet-items.tsx'
import { readStoredItems } from '../../promotions/wallet.ts'
import { useMyVouchers, voucherList } from './use-gifts.ts'
import { voucherIcon, voucherItem } from './voucher-item.ts'

const title = 'Meus brindes'

/** Meus brindes: the person's vouchers, each a link to its codes. */
export const GiftsPage = () => (
  <Page title={title}>
    <Loaded query={useMyVouchers()} loadingText="Carregando seus brindes">
      {({ items, isOffline }) =>
        items.length === 0 ? (
          <EmptyPersonalList illustration="gift" href={paths.promotions} action="Ver promoções">
            Seus vales-brinde aparecem aqui depois que você escolhe um brinde.
          </EmptyPersonalList>
        ) : (
          <>
            {isOffline && <StoredVouchersNotice />}
            <Vouchers vouchers={items} />
            <HiddenItemsNotice />
          </>
        )
      }
    </Loaded>
  </Page>
)

/** The offline view, from this device's copy. */
export const OfflineGiftsPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(voucherList)} onRetry={onRetry}>
    {(vouchers) => (
      <>
        <StoredVouchersNotice />
        <Vouchers vouchers={vouchers} />
      </>
    )}
  </OfflineWalletPage>
)

/** Explains that the vouchers shown are this device's copy. */
export const StoredVouchersNotice = () => (
  <Notice>
    Não conseguimos falar com o clube agora. Estes são os vales guardados neste aparelho; os que estão para
    retirar valem no balcão.
  </Notice>
)

const Vouchers = ({ vouchers }: { vouchers: readonly GiftVoucher[] }) => (
  <WalletItems
    items={vouchers.map((voucher) => ({ ...voucherItem(voucher, serverNow()), icon: voucherIcon }))}
  />
)
