import { parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { deskReceiptFile, type ReceiptFormat } from '@clube/contract/scratch-card/award-calls.ts'
import type { DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { useEffect, useRef, useState } from 'react'
import { ConfirmingButton } from '../../../kit/button/button.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import css from '../../parts/delivery/delivery.module.css'
import { SignaturePad } from '../../parts/delivery/signature-pad.tsx'
import { Verdict } from '../../parts/delivery/verdict.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { obstacleOf, type Shown } from './award-delivery.ts'
import type { Evidence } from './use-award-delivery.ts'

type AwardPanelProps = {
  shown: Shown
  birthDateError: string | null
  isReading: boolean
  isDelivering: boolean
  onDeliver: (award: DeskAward, evidence: Evidence) => unknown
}

/** The prize whose code was read, readable at arm's length, and the form that delivers it. */
export function AwardPanel({ shown, isReading, ...props }: AwardPanelProps) {
  return (
    <section className={css.result} aria-label="Resultado" tabIndex={-1}>
      <div aria-live="assertive" aria-atomic="true">
        <Announced shown={shown} />
        {isReading && (
          <Delayed>
            <p className="soft">Conferindo…</p>
          </Delayed>
        )}
      </div>
      {shown.kind === 'award' && obstacleOf(shown.award) === null && (
        <DeliveryForm key={shown.reading} {...props} award={shown.award} />
      )}
      {receiptOf(shown) && <ReceiptLinks award_id={receiptOf(shown)?.award_id ?? ''} />}
    </section>
  )
}

/** The prize on the screen if it has a receipt. */
const receiptOf = (shown: Shown): DeskAward | null =>
  (shown.kind === 'delivered' || shown.kind === 'award') &&
  shown.award.state === 'delivered' &&
  shown.award.prize.kind !== 'points'
    ? shown.award
    : null

function Announced({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case 'ready':
      return <Verdict title="Pronto" detail="Aponte a câmera, use o leitor ou digite o código do prêmio." />
    case 'found':
      return (
        <Verdict title={`${shown.awards.length} prêmios`} detail="Escolha o que vai entregar.">
          <p>{shown.awards[0]?.customer_name}</p>
        </Verdict>
      )
    case 'nothing-found':
      return shown.hasAccount ? (
        <Verdict
          tone="warn"
          title="Nada para retirar"
          detail="Esta pessoa não tem prêmio para retirar agora."
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
        <Verdict tone="good" title="Entregue" detail={shown.award.prize.title}>
          <p>{shown.award.customer_name}</p>
        </Verdict>
      )
    case 'undone':
      return (
        <Verdict
          tone="warn"
          title="Entrega desfeita"
          detail="O prêmio volta a esperar pela pessoa. Guarde o prêmio."
        />
      )
    case 'award': {
      const obstacle = obstacleOf(shown.award)
      return (
        <>
          {obstacle && <Verdict tone="bad" {...obstacle} />}
          <AwardFacts award={shown.award} />
          {shown.isUnanswered && (
            <Notice tone="warn">
              A resposta não chegou. Aperte Entregar de novo: este prêmio conta uma vez só.
            </Notice>
          )}
        </>
      )
    }
    default:
      return shown satisfies never
  }
}

/** What staff compare: the prize, the person, and the last digits of the document. */
function AwardFacts({ award }: { award: DeskAward }) {
  const { prize, customer_name, document_end, campaign_title, expires_at } = award
  return (
    <div className={`${css.voucher} ${css.plain}`}>
      <div className={css.facts}>
        <p className={css.item}>{prize.title}</p>
        <p>Valor {formatCents(prize.value_cents)}</p>
        <p className={css.person}>{customer_name ?? 'Conta excluída'}</p>
        <p>
          Final do documento <strong className={css.document}>{document_end}</strong>
        </p>
        {prize.pickup_place !== null && <p>Retirada: {prize.pickup_place}</p>}
        <p className="soft small">
          {campaign_title}
          {expires_at !== null && ` · vale até ${formatInstant(expires_at)}`}
        </p>
      </div>
    </div>
  )
}

/** The receipt for the person, in both formats. */
const ReceiptLinks = ({ award_id }: { award_id: string }) => {
  const hrefOf = (format: ReceiptFormat) => filePath(deskReceiptFile, { award_id, format })
  return (
    <p className={`row ${css.actions}`}>
      <FileLink href={hrefOf('80mm')}>Recibo na bobina</FileLink>
      <FileLink href={hrefOf('a4')}>Recibo em A4</FileLink>
    </p>
  )
}

type DeliveryFormProps = Pick<AwardPanelProps, 'birthDateError' | 'isDelivering' | 'onDeliver'> & {
  award: DeskAward
}

/** The birth date of the document that the person shows, the signature where it is required, and the delivery. */
function DeliveryForm({ award, birthDateError, isDelivering, onDeliver }: DeliveryFormProps) {
  const [birthDate, setBirthDate] = useState('')
  const [signature, setSignature] = useState<Signature>([])
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focusField = () => form.current?.querySelector('input')?.focus()
  useEffect(focusField, [])
  useEffect(() => {
    if (birthDateError !== null) focusField()
  }, [birthDateError])
  const parsed = parseCalendarDay(birthDate)
  const isSigned = !award.needs_signature || signature.length > 0
  const deliver = () => {
    setChecked(true)
    if (!parsed.ok) focusField()
    else if (isSigned)
      onDeliver(award, {
        birth_date: parsed.value,
        signature: award.needs_signature ? signature : null,
      })
  }
  const ownError = isChecked && !parsed.ok ? parsed.message : undefined
  return (
    <form
      className={css.deliver}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        deliver()
      }}
    >
      <BirthDateField
        name="birth_date"
        label="Data de nascimento no documento"
        helper="Digite a do documento com foto que a pessoa mostra."
        value={birthDate}
        onChange={setBirthDate}
        onBlur={() => {}}
        error={ownError ?? birthDateError ?? undefined}
      />
      {award.needs_signature && (
        <SignaturePad
          value={signature}
          onChange={setSignature}
          error={isChecked && !isSigned ? 'Peça a assinatura antes de entregar.' : undefined}
        />
      )}
      <ConfirmingButton pending={isDelivering} onClick={deliver}>
        Entregar
      </ConfirmingButton>
    </form>
  )
}
