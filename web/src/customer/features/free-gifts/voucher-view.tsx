import { giftVoucherFile } from '@clube/contract/free-gifts/calls.ts'
import { copyRefusals } from '@clube/contract/free-gifts/refusals.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { maxCopies, type GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useServerNow } from '../../../parts/voucher/countdown.tsx'
import { VoucherStrip } from '../../../parts/voucher/voucher-strip.tsx'
import { preventOfflineNavigation } from '../../../platform/api/show-failure.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { walletPath } from '../../promotions/promotion.ts'
import { CancelVoucher } from './cancel-voucher.tsx'
import css from './gifts.module.css'
import { PrintCopy } from './print-copy.tsx'
import { PrintedRoll } from './printed-roll.tsx'
import { QueueNumber } from './queue-number.tsx'
import { deadlineText, endedText, isIssued } from './voucher-item.ts'

/** The voucher with its codes. */
export function VoucherCard({ voucher }: { voucher: GiftVoucher }) {
  const now = useServerNow()
  const { campaign_title, gift, pickup_point: point, qr_code, short_code, voucher_id } = voucher
  const card = {
    id: voucher_id,
    campaign: campaign_title,
    title: giftName(gift),
    when: deadlineText(voucher, now),
    where: `${point.name}, ${point.location}. ${point.opening_hours}`,
    cancellation: null,
    holder: null,
    qr_code,
    qr_label: 'QR Code do vale-brinde',
    short_code,
    ended: endedText(voucher, now),
  }
  // A voucher that cannot be used has no deadline.
  const shown = card.ended === null ? card : { ...card, when: '' }
  return <VoucherStrip vouchers={[shown]} label="Vale-brinde" singular="Vale" level="h2" />
}

/** The voucher and what can be done with it. `isNew` right after it was issued: a kiosk prints it. */
export function VoucherView({ voucher, isNew = false }: { voucher: GiftVoucher; isNew?: boolean }) {
  const now = useServerNow()
  const isUsable = isIssued(voucher, now)
  return (
    <>
      <VoucherCard voucher={voucher} />
      {isUsable && (
        <>
          <p className={`soft ${css.hint}`}>
            No balcão, mostre o QR Code e um documento com foto.
            {voucher.needs_signature && ' Você assina a retirada na tela.'}
          </p>
          <QueueNumber voucher={voucher} />
          <Printing voucher={voucher} isNew={isNew} />
        </>
      )}
      <Stack gap="near">
        {isNew && (
          <LinkButton variant="outline" href={walletPath}>
            Ver na Carteira
          </LinkButton>
        )}
        {voucher.can_cancel && isUsable && <CancelVoucher voucher={voucher} />}
      </Stack>
    </>
  )
}

/** A PDF for the person's own printer; on a kiosk, paper, and then the end of the session. */
function Printing({ voucher, isNew }: { voucher: GiftVoucher; isNew: boolean }) {
  const { copies_left, voucher_id } = voucher
  // What the kiosk is printing: 0 is the first print.
  const [printing, setPrinting] = useState<number | null>(isNew && isKiosk() ? 0 : null)
  const [granted, setGranted] = useState<number | null>(null)
  const [hasPrinted, setPrinted] = useState(false)
  const grant = (copy_number: number) => {
    setGranted(copy_number)
    if (isKiosk()) setPrinting(copy_number)
  }
  return (
    <section className="stack" aria-label="Imprimir">
      {printing !== null && (
        <PrintedRoll
          voucher={voucher}
          copy_number={printing}
          onPrinted={() => {
            setPrinting(null)
            setPrinted(true)
          }}
        />
      )}
      {hasPrinted && (
        <>
          <Notice tone="good">
            Pegue o seu vale impresso. Se não saiu, imprima a 2ª via ou fotografe esta tela.
          </Notice>
          <SignOutButton variant="primary" />
        </>
      )}
      {!isKiosk() && granted !== null && (
        <Notice tone="good">
          A 2ª via ({granted} de {maxCopies}) está pronta: baixe o PDF e imprima.
        </Notice>
      )}
      <Stack gap="near">
        {!isKiosk() && (
          <Button
            variant="outline"
            href={filePath(giftVoucherFile, { voucher_id, format: 'a4' })}
            onClick={preventOfflineNavigation}
          >
            Baixar em PDF
          </Button>
        )}
        {copies_left > 0 ? (
          <PrintCopy voucher={voucher} onGranted={grant} />
        ) : (
          <p className="soft">{copyRefusals['free-gifts.no-copies-left'].message}</p>
        )}
      </Stack>
    </section>
  )
}
