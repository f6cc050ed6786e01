import type { ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { WalletItems } from '../../promotions/wallet-items.tsx'
import { readStoredItems } from '../../promotions/wallet.ts'
import { awardIcon, awardItem } from './award-item.ts'
import { scratchPaths } from './scratch-paths.ts'
import { awardList, useMyAwards } from './use-awards.ts'

const title = 'Meus prêmios'
const back = { href: scratchPaths.mine, label: 'Minhas raspadinhas' }

/** Meus prêmios: what the person won, each a link to its codes. */
export const AwardsPage = () => (
  <Page title={title} back={back}>
    <Loaded query={useMyAwards()} loadingText="Carregando seus prêmios">
      {({ items, isOffline }) =>
        items.length === 0 ? (
          <EmptyPersonalList illustration="gift" href={scratchPaths.mine} action="Ver minhas raspadinhas">
            Os prêmios das suas raspadinhas aparecem aqui.
          </EmptyPersonalList>
        ) : (
          <>
            {isOffline && <StoredAwardsNotice />}
            <Awards awards={items} />
            <HiddenItemsNotice />
          </>
        )
      }
    </Loaded>
  </Page>
)

/** The offline view, from what this device stores. */
export const OfflineAwardsPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(awardList)} onRetry={onRetry}>
    {(awards) => (
      <>
        <StoredAwardsNotice />
        <Awards awards={awards} />
      </>
    )}
  </OfflineWalletPage>
)

/** Says that the prizes shown are this device's copy. */
export const StoredAwardsNotice = () => (
  <Notice>
    Não conseguimos falar com o clube agora. Estes são os prêmios guardados neste aparelho; os que estão para
    retirar valem no balcão.
  </Notice>
)

const Awards = ({ awards }: { awards: readonly ScratchAward[] }) => (
  <WalletItems items={awards.map((award) => ({ ...awardItem(award, serverNow()), icon: awardIcon }))} />
)
