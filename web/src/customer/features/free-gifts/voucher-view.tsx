import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { Stack } from '../../../kit/page/screen.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { useServerNow } from '../../../parts/voucher/countdown.tsx'
import { VoucherStrip } from '../../../parts/voucher/voucher-strip.tsx'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { walletPath } from '../../promotions/promotion.ts'
import { CancelVoucher } from './cancel-voucher.tsx'
import css from './gifts.module.css'
import { KioskPrinting, PrintingFiles } from './printing.tsx'
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
  // The deadline of a voucher that can no longer be used is not shown.
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
          {isKiosk() && <KioskPrinting voucher={voucher} isNew={isNew} />}
          <QueueNumber voucher={voucher} />
          {!isKiosk() && <PrintingFiles voucher={voucher} />}
        </>
      )}
      <Stack gap="near">
        {isNew && (
          <LinkButton variant="outline" href={walletPath}>
            Ver na Carteira
          </LinkButton>
        )}
        {voucher.can_cancel && isUsable && <CancelVoucher voucher={voucher} />}
        <HelpLink about="participacao" id={voucher.transaction_id} subject="vale-brinde" />
      </Stack>
    </>
  )
}
