import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import { formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { ReviewedReceipt } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { formatCents } from '../../../parts/money.ts'
import { useAction } from '../../../parts/use-action.ts'
import { copyText, OutlineButton } from '../../parts/buttons.tsx'
import { CustomerLink } from '../../parts/customer-link.tsx'
import { FactList, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { GuardedPhoto } from '../../parts/guarded-photo.tsx'
import { receiptStateTitles } from '../../parts/receipt-state-titles.ts'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { ReceiptNotices } from './contested.tsx'
import { EarlierReceipts, PhotoRequest } from './receipt-checks.tsx'
import { keyLookup, type Evidence } from './evidence.ts'
import css from './receipts.module.css'

type ReceiptFactsProps = {
  receipt: ReviewedReceipt
  evidence: Evidence
  onClose: () => void
  children: ReactNode
}

/** All known facts about one receipt, beside the actions on it. */
export function ReceiptFacts({ receipt, evidence, onClose, children }: ReceiptFactsProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // After the layout effect of a dialog that closes, which restores the focus.
  useEffect(() => heading.current?.focus(), [])
  const facts: Fact[] = [
    ['Loja', `${receipt.shop_name}, CNPJ ${formatCnpj(receipt.shop_cnpj)}`],
    ['Nota', `${receipt.model} número ${receipt.number}`],
    [
      'Chave de acesso',
      <ReceiptKey key="key" receipt={receipt} onUse={() => evidence.markSeen(keyLookup)} />,
    ],
    ['Situação', receiptStateTitles[receipt.state]],
    ...statedFacts(receipt),
    [
      'Cliente',
      <CustomerLink
        key="customer"
        customer_id={receipt.customer_id}
        document={receipt.customer_document_masked}
      />,
    ],
    ['Enviada em', sentText(receipt)],
    ['Por que está aqui', receipt.review_reasons.join(' · ') || '–'],
  ]
  if (receipt.appeal !== null) facts.push(['Recurso do cliente', `“${receipt.appeal}”`])
  if (receipt.appealed !== null) facts.push(['Recusada antes', appealedText(receipt.appealed)])
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id} ref={heading} tabIndex={-1}>
          Nota de {receipt.shop_name}
        </h2>
        <div className="row">
          {children}
          <Button compact variant="quiet" onClick={onClose}>
            Fechar
          </Button>
        </div>
      </div>
      <ReceiptNotices receipt={receipt} />
      <div className={receipt.photos.length === 0 ? 'stack' : `sides ${css.halves}`}>
        <FactList facts={facts} />
        <div className="stack">
          <ReceiptPhotos key={receipt.purchase_id} receipt={receipt} onSeen={evidence.markSeen} />
          <EarlierReceipts key={`${receipt.purchase_id} earlier`} purchase_id={receipt.purchase_id} />
        </div>
      </div>
    </section>
  )
}

/** Day and amount; both versions, if the service desk replaced what the customer stated. */
function statedFacts({ amount_cents, issued_on, stated }: ReviewedReceipt): Fact[] {
  const amount = <strong key="amount">{formatCents(amount_cents)}</strong>
  if (stated === null)
    return [
      ['Data da compra', formatDay(issued_on)],
      ['Valor informado', amount],
    ]
  const attendant = stated.changed_by === null ? 'o balcão' : `${stated.changed_by}, do balcão,`
  return [
    ['Cliente informou', `${formatCents(stated.amount_cents)}, compra em ${formatDay(stated.issued_on)}`],
    [
      'Nota impressa, no balcão',
      <Notice key="desk" tone="warn">
        {amount}, compra em {formatDay(issued_on)}: {attendant} trocou com a nota em mãos.
      </Notice>,
    ],
  ]
}

const sentText = ({ created_at, appealed_at }: ReviewedReceipt): string =>
  appealed_at
    ? `${formatInstant(created_at)}; recurso em ${formatInstant(appealed_at)}`
    : formatInstant(created_at)

const appealedText = ({ reason, decided_at, decided_by }: NonNullable<ReviewedReceipt['appealed']>) =>
  `${reason} Em ${formatInstant(decided_at)}${decided_by === null ? '' : `, por ${decided_by}`}.`

/** The key, with buttons that copy it and that open the tax authority's page about the receipt. */
function ReceiptKey({ receipt, onUse }: { receipt: ReviewedReceipt; onUse: () => void }) {
  const { receipt_key, consultation_url } = receipt
  const copy = () => {
    onUse()
    void copyText(receipt_key, 'Chave copiada.')
  }
  const openLookup = () => {
    if (consultation_url === null) return
    onUse()
    window.open(consultation_url, '_blank', 'noopener,noreferrer')
  }
  useShortcuts({ c: copy, ...(consultation_url !== null && { o: openLookup }) })
  return (
    <span className="stack">
      <code>{formatReceiptKey(receipt_key)}</code>
      <span className="row">
        <OutlineButton onClick={copy}>Copiar a chave</OutlineButton>
        {consultation_url !== null && (
          <OutlineButton onClick={openLookup}>Abrir a consulta (abre outra página)</OutlineButton>
        )}
      </span>
    </span>
  )
}

/** The customer's photos beside the fields. Each is opened separately, because each view writes an audit line. */
function ReceiptPhotos({ receipt, onSeen }: { receipt: ReviewedReceipt; onSeen: (id: string) => void }) {
  const { run } = useAction()
  const [shown, setShown] = useState<{ id: string; index: number; url: string } | null>(null)
  const { purchase_id, photos } = receipt
  const available = photos.flatMap((photo, index) => (photo.is_purged ? [] : [{ ...photo, index }]))
  const viewPhoto = ({ id: photo_id, index }: { id: string; index: number }) =>
    run((send) => send(openReceiptPhotoCall, { body: { purchase_id, photo_id } }), {
      onSuccess: ({ url }) => setShown({ id: photo_id, index, url }),
    })
  const viewNextPhoto = () => {
    const next =
      available[(available.findIndex(({ index }) => index === shown?.index) + 1) % available.length]
    if (next) void viewPhoto(next)
  }
  useShortcuts(available.length > 0 ? { f: viewNextPhoto } : {})

  if (photos.length === 0)
    return (
      <div className="stack">
        <p className="soft small">O cliente não enviou foto. Confira os dados pela chave da nota.</p>
        <PhotoRequest receipt={receipt} />
      </div>
    )
  return (
    <div className="stack">
      <div className="row">
        {photos.map((photo, index) => (
          <Button
            key={photo.id}
            compact
            variant="outline"
            disabled={photo.is_purged}
            onClick={() => viewPhoto({ ...photo, index })}
          >
            {photos.length === 1 ? 'Ver foto' : `Ver foto ${index + 1}`}
            {photo.is_purged && ' (apagada)'}
          </Button>
        ))}
      </div>
      {shown ? (
        <GuardedPhoto
          url={shown.url}
          alt={`Foto ${shown.index + 1} da nota de ${receipt.shop_name}`}
          fit="width"
          onLoad={() => onSeen(shown.id)}
        />
      ) : (
        <p className="soft small">Cada abertura fica registrada na auditoria, com o seu nome na imagem.</p>
      )}
      <PhotoRequest receipt={receipt} />
    </div>
  )
}
