import { endSentence } from '@clube/contract/kernel/club-time.ts'
import { minimumScratchAge } from '@clube/contract/scratch-card/settings.ts'
import {
  awardReceiptFile,
  type ReceiptFormat,
  type ScratchAward,
} from '@clube/contract/scratch-card/award-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatEnd } from '../../../parts/club-time.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { HelpLink, participationSubject } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useServerNow } from '../../../parts/voucher/countdown.tsx'
import { VoucherStrip } from '../../../parts/voucher/voucher-strip.tsx'
import { preventOfflineNavigation } from '../../../platform/api/show-failure.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { walletPath } from '../../promotions/promotion.ts'
import { readStoredItems } from '../../promotions/wallet.ts'
import { awardDeadlineText, endedText, isPending } from './award-item.ts'
import { StoredAwardsNotice } from './awards-page.tsx'
import { scratchPaths } from './scratch-paths.ts'
import { awardList, useMyAwards } from './use-awards.ts'

const title = 'Prêmio'
const back = { href: walletPath, label: 'Carteira' }

/** One prize: its codes, where and until when it can be picked up, and the receipt after its delivery. */
export function AwardPage() {
  return (
    <Page title={title} back={back}>
      <Loaded query={useMyAwards()} loadingText="Carregando o prêmio">
        {({ items, isOffline }) => (
          <Own awards={items}>
            {(award) => (isOffline ? <StoredAward award={award} /> : <AwardView award={award} />)}
          </Own>
        )}
      </Loaded>
    </Page>
  )
}

/** The offline view, from what this device stores. */
export const OfflineAwardPage = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={() => readStoredItems(awardList)} onRetry={onRetry}>
    {(awards) => <Own awards={awards}>{(award) => <StoredAward award={award} />}</Own>}
  </OfflineWalletPage>
)

const StoredAward = ({ award }: { award: ScratchAward }) => (
  <>
    <StoredAwardsNotice />
    <AwardCard award={award} />
  </>
)

type OwnProps = { awards: readonly ScratchAward[]; children: (award: ScratchAward) => ReactNode }

/** The prize that the path names. */
function Own({ awards, children }: OwnProps) {
  const { award_id } = useParams<{ award_id: string }>()
  const award = awards.find((each) => each.award_id === award_id)
  if (award) return children(award)
  return (
    <EmptyList illustration="gift" href={scratchPaths.awards} action="Ver meus prêmios">
      Este prêmio não está entre os seus.
    </EmptyList>
  )
}

/** The prize: points, which are in the balance already, or what is picked up with its codes. */
const AwardCard = ({ award }: { award: ScratchAward }) =>
  award.prize.points === null ? <PickupCard award={award} /> : <PointsCard award={award} />

function PointsCard({ award }: { award: ScratchAward }) {
  const { campaign_title, delivered_at, prize } = award
  return (
    <Section title={prize.title} className="stack raised">
      <p className="soft">{campaign_title}</p>
      {delivered_at === null ? (
        <p>{endedText(award, serverNow())}</p>
      ) : (
        <>
          <p className="figures">{endSentence(`No seu saldo de pontos desde ${formatEnd(delivered_at)}`)}</p>
          <LinkButton variant="outline" href={paths.points}>
            Ver meus pontos
          </LinkButton>
        </>
      )}
    </Section>
  )
}

function PickupCard({ award }: { award: ScratchAward }) {
  const now = useServerNow()
  const { award_id, campaign_title, prize, qr_code, short_code } = award
  const ended = endedText(award, now)
  const card = {
    id: award_id,
    campaign: campaign_title,
    title: prize.title,
    // The deadline of a prize that can no longer be picked up is not shown.
    when: ended === null ? awardDeadlineText(award, now) : '',
    where: prize.pickup_place ?? '',
    cancellation: null,
    holder: null,
    qr_code: qr_code ?? '',
    qr_label: 'QR Code do prêmio',
    short_code: short_code ?? '',
    ended,
  }
  return <VoucherStrip vouchers={[card]} label="Prêmio" singular="Prêmio" level="h2" />
}

function AwardView({ award }: { award: ScratchAward }) {
  const now = useServerNow()
  const isUsable = isPending(award, now)
  return (
    <>
      {isUsable && award.needs_account && (
        <Notice tone="warn">
          Para retirar este prêmio, complete antes o seu cadastro com uma senha. O balcão ajuda você.
        </Notice>
      )}
      <AwardCard award={award} />
      {isUsable && (
        <p className="soft">
          No balcão, mostre o QR Code e um documento com foto: conferimos a sua data de nascimento. O prêmio é
          entregue só a você, a partir de {minimumScratchAge} anos.
          {award.needs_signature && ' Você assina a retirada na tela.'}
        </p>
      )}
      {award.prize.points === null && award.state === 'delivered' && <ReceiptFiles award={award} />}
      <HelpLink {...participationSubject(award)} subject={`prêmio ${award.prize.title}`} />
    </>
  )
}

/** The receipt of the delivery, in both formats. */
function ReceiptFiles({ award: { award_id } }: { award: ScratchAward }) {
  const hrefOf = (format: ReceiptFormat) => filePath(awardReceiptFile, { award_id, format })
  return (
    <section className="stack" aria-label="Recibo">
      <Stack gap="near">
        <Button variant="outline" href={hrefOf('a4')} onClick={preventOfflineNavigation}>
          Recibo em PDF
        </Button>
        <Button variant="quiet" href={hrefOf('80mm')} onClick={preventOfflineNavigation}>
          Recibo para bobina de 80 mm
        </Button>
      </Stack>
    </section>
  )
}
