import type { DeskVoucher } from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { useEffect, useRef, useState } from 'react'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { ConfirmingButton, QuietButton } from '../../../kit/button/button.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Illustration } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import shared from '../../parts/delivery/delivery.module.css'
import { SignaturePad } from '../../parts/delivery/signature-pad.tsx'
import { Verdict } from '../../parts/delivery/verdict.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { obstacleOf, type Shown } from './delivery.ts'
import type { GiftPost } from './gift-post.ts'
import css from './gifts.module.css'

type VoucherPanelProps = {
  shown: Shown
  post: GiftPost
  isReading: boolean
  isDelivering: boolean
  onDeliver: (voucher: DeskVoucher, signature: Signature | null) => unknown
  isPrinting: boolean
  onPrint: (voucher: DeskVoucher) => unknown
}

/** The voucher presented at the desk, readable at arm's length, and the button that delivers its gift. */
export function VoucherPanel({ shown, isReading, isPrinting, onPrint, ...props }: VoucherPanelProps) {
  const printable = printableOf(shown)
  return (
    <section className={shared.result} aria-label="Resultado" tabIndex={-1}>
      <div aria-live="assertive" aria-atomic="true">
        <Announced shown={shown} post={props.post} />
        {isReading && (
          <Delayed>
            <p className="soft">Conferindo…</p>
          </Delayed>
        )}
      </div>
      {shown.kind === 'voucher' && obstacleOf(shown.voucher, props.post) === null && (
        <DeliveryForm key={shown.reading} {...props} shown={shown} />
      )}
      {printable && (
        <QuietButton pending={isPrinting} onClick={() => onPrint(printable)}>
          Imprimir 2ª via
        </QuietButton>
      )}
    </section>
  )
}

/** The voucher on the screen, if it can still be used, here or elsewhere. */
export const printableOf = (shown: Shown): DeskVoucher | null =>
  shown.kind === 'voucher' && shown.voucher.can_deliver ? shown.voucher : null

const formatVouchers = countFormatter('vale-brinde', 'vales-brinde')

function Announced({ shown, post }: Pick<VoucherPanelProps, 'shown' | 'post'>) {
  switch (shown.kind) {
    case 'ready':
      return (
        <Verdict title="Pronto" detail="Aponte a câmera, use o leitor ou digite o código do vale-brinde." />
      )
    case 'found':
      return (
        <Verdict title={formatVouchers(shown.vouchers.length)} detail="Escolha o que vai entregar.">
          <p>{shown.vouchers[0]?.customer_name}</p>
        </Verdict>
      )
    case 'nothing-found':
      return shown.hasAccount ? (
        <Verdict
          tone="warn"
          title="Nada para retirar"
          detail="Esta pessoa não tem vale-brinde para usar agora."
        >
          <p>Os já entregues, vencidos e cancelados não aparecem nesta busca.</p>
        </Verdict>
      ) : (
        <Verdict tone="warn" title="Sem cadastro" detail="Não há cadastro com este documento." />
      )
    case 'refused':
      return <Verdict tone="bad" title="Não entregue" detail={shown.message} />
    case 'delivered':
      return (
        <Verdict tone="good" title="Entregue" detail={giftName(shown.voucher.gift)}>
          <p>{shown.voucher.customer_name}</p>
        </Verdict>
      )
    case 'undone':
      return (
        <Verdict
          tone="warn"
          title="Entrega desfeita"
          detail="O vale-brinde volta a valer. Guarde o brinde."
        />
      )
    case 'voucher': {
      const obstacle = obstacleOf(shown.voucher, post)
      return (
        <>
          {obstacle && <Verdict tone="bad" {...obstacle} />}
          <VoucherFacts voucher={shown.voucher} />
          {shown.isUnanswered && (
            <Notice tone="warn">
              A resposta não chegou. Aperte Entregar de novo: este brinde conta uma vez só.
            </Notice>
          )}
        </>
      )
    }
    default:
      return shown satisfies never
  }
}

/** What staff compare: the gift, the person, and the last digits of the document. */
function VoucherFacts({ voucher }: { voucher: DeskVoucher }) {
  const { gift, customer_name, document_end, queue_number, campaign_title, expires_at } = voucher
  return (
    <div className={shared.voucher}>
      {gift.picture ? (
        <img className={css.picture} src={gift.picture.url} alt={gift.picture.alternative_text} />
      ) : (
        <span className={css.picture}>
          <Illustration name="gift" />
        </span>
      )}
      <div className={shared.facts}>
        <p className={shared.item}>{gift.title}</p>
        {gift.variant !== '' && <p className={css.variant}>{gift.variant}</p>}
        <p className={shared.person}>{customer_name ?? 'Conta excluída'}</p>
        <p>
          Final do documento <strong className={shared.document}>{document_end}</strong>
        </p>
        {queue_number !== null && <p>Senha {queue_number}</p>}
        <p className="soft small">
          {campaign_title} · vale até {formatInstant(expires_at)}
        </p>
      </div>
    </div>
  )
}

type DeliveryFormProps = Pick<VoucherPanelProps, 'isDelivering' | 'onDeliver'> & {
  shown: Extract<Shown, { kind: 'voucher' }>
}

function DeliveryForm({ shown: { voucher }, isDelivering, onDeliver }: DeliveryFormProps) {
  const [signature, setSignature] = useState<Signature>([])
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('button[data-variant=primary]')?.focus()
  }, [])
  const deliver = () => {
    if (!voucher.needs_signature) onDeliver(voucher, null)
    else if (signature.length > 0) onDeliver(voucher, signature)
    else setMissing(true)
  }
  return (
    <div className={shared.deliver} ref={form}>
      {voucher.needs_signature && (
        <SignaturePad
          value={signature}
          onChange={setSignature}
          error={isMissing && signature.length === 0 ? 'Peça a assinatura antes de entregar.' : undefined}
        />
      )}
      <ConfirmingButton pending={isDelivering} onClick={deliver}>
        Entregar
      </ConfirmingButton>
    </div>
  )
}
