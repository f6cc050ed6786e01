import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { formatBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { formatReceiptKey } from '@clube/contract/brazil/receipt-key.ts'
import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { appealReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import {
  belowOnePointText,
  isBelowOnePoint,
  isCountedReceipt,
  wrongAmountText,
  type Receipt,
  type ReceiptState,
} from '@clube/contract/receipts/receipt.ts'
import { useEffect } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { useOpenRatings } from '../../../parts/club-data/use-open-ratings.ts'
import { receiptDependentKeys, useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { saveReceiptsSeen } from '../../../platform/storage/receipts-seen.ts'
import { PhotoPrompt } from './photo-prompt.tsx'
import css from './receipts.module.css'

/** Minhas notas: the registered receipts with their statuses and reasons. */
export function ReceiptsPage() {
  const receipts = useReceipts()
  const { data: credit = [] } = useCredit({ enabled: (receipts.data?.length ?? 0) > 0 })
  const toRate = new Set(useOpenRatings().data?.map(({ purchase_id }) => purchase_id))
  useEffect(() => {
    if (receipts.isSuccess) saveReceiptsSeen()
  }, [receipts.isSuccess, receipts.dataUpdatedAt])
  return (
    <Page title="Minhas notas">
      <PagedList
        list={receipts}
        loadingText="Carregando suas notas"
        above={<LinkButton href={paths.newReceipt}>Cadastrar nota fiscal</LinkButton>}
        keyOf={({ purchase_id }) => purchase_id}
        empty={
          <EmptyPersonalList illustration="receipt" href={paths.newReceipt} action="Cadastrar nota fiscal">
            Você ainda não cadastrou nenhuma nota.
          </EmptyPersonalList>
        }
        below={
          <>
            {receipts.data?.some(({ state }) => isCountedReceipt(state)) && (
              <p className="soft">{wrongAmountText}</p>
            )}
            <HiddenItemsNotice />
          </>
        }
      >
        {(receipt) => (
          <ReceiptCard
            receipt={receipt}
            countsIn={campaignsOf(receipt, credit)}
            canRate={toRate.has(receipt.purchase_id)}
          />
        )}
      </PagedList>
    </Page>
  )
}

const receiptStateLabels = {
  pending_review: { label: 'Em análise', tone: 'warn' },
  auto_approved: { label: 'Aprovada', tone: 'good' },
  approved: { label: 'Aprovada', tone: 'good' },
  rejected: { label: 'Recusada', tone: 'bad' },
  reversed: { label: 'Estornada', tone: 'bad' },
} as const satisfies Record<ReceiptState, { label: string; tone: 'good' | 'warn' | 'bad' }>

/** What became of the receipt of a rejected registration. */
const currentTexts: Readonly<Record<ReceiptState, string>> = {
  pending_review: 'Esta nota foi cadastrada de novo e está em análise.',
  auto_approved: 'Esta nota foi cadastrada de novo e aprovada.',
  approved: 'Esta nota foi cadastrada de novo e aprovada.',
  rejected: 'Esta nota foi cadastrada de novo e recusada.',
  reversed: 'Esta nota foi cadastrada de novo e estornada.',
}

const anchorOf = ({ purchase_id }: Pick<Receipt, 'purchase_id'>): string => `nota-${purchase_id}`

/** What the service desk replaced by the amount and day on the paper. */
function CorrectedText({ receipt, stated }: { receipt: Receipt; stated: NonNullable<Receipt['stated']> }) {
  const changes = [
    ...(stated.amount_cents === receipt.amount_cents
      ? []
      : [`de ${formatCents(stated.amount_cents)} para ${formatCents(receipt.amount_cents)}`]),
    ...(stated.issued_on === receipt.issued_on
      ? []
      : [`de ${formatBirthDate(stated.issued_on)} para ${formatBirthDate(receipt.issued_on)}`]),
  ]
  if (changes.length === 0) return null
  return <p className="soft figures">Corrigida no balcão, com a nota impressa: {changes.join('; ')}.</p>
}

/** The campaigns in which a receipt counts, by title. */
const campaignsOf = ({ purchase_id }: Receipt, credit: readonly CreditProgress[]): string[] =>
  credit
    .filter(({ receipts }) => receipts.some((each) => each.purchase_id === purchase_id))
    .map(({ title }) => title)

type ReceiptCardProps = {
  receipt: Receipt
  countsIn: readonly string[]
  /** Whether the purchase waits for a rating. */
  canRate: boolean
}

/** One receipt: shop, amount, date, status with its reason, and the rating and the appeal if allowed. */
function ReceiptCard({ receipt, countsIn, canRate }: ReceiptCardProps) {
  const appeal = useDialog()
  const { label, tone } = receiptStateLabels[receipt.state]
  return (
    <div id={anchorOf(receipt)} className={`stack raised ${css.receipt}`}>
      <div className={`row spread ${css.head}`}>
        <h2 className="title">{receipt.shop_name}</h2>
        <Chip tone={tone}>{label}</Chip>
      </div>
      <p className={`figures ${css.amount}`}>{formatCents(receipt.amount_cents)}</p>
      <p className="soft figures">Compra de {formatBirthDate(receipt.issued_on)}</p>
      {isCountedReceipt(receipt.state) && <EarnedPoints receipt={receipt} />}
      {countsIn.length > 0 && <p className="soft">Conta em: {countsIn.join(', ')}</p>}
      {receipt.state === 'pending_review' && <PointsInReview estimate={receipt.estimated_points} />}
      {receipt.stated && <CorrectedText receipt={receipt} stated={receipt.stated} />}
      {receipt.reason && <Notice tone="bad">{receipt.reason}</Notice>}
      {receipt.current && (
        <p>
          {currentTexts[receipt.current.state]} <a href={`#${anchorOf(receipt.current)}`}>Ver a outra</a>
        </p>
      )}
      {receipt.is_photo_requested && (
        <Notice tone="warn">A equipe pediu uma foto desta nota para poder conferi-la.</Notice>
      )}
      <details className={css.key}>
        <summary>Chave de acesso</summary>
        <p className="figures">{formatReceiptKey(receipt.receipt_key)}</p>
      </details>
      {canRate && (
        <div className={`lines ${css.prompt}`}>
          <ForwardLink href={paths.rating(receipt.purchase_id)} title="Avaliar esta compra" />
        </div>
      )}
      {receipt.can_add_photo && <PhotoPrompt receipt={receipt} />}
      {receipt.can_appeal && (
        <>
          <Button variant="outline" compact onClick={appeal.open}>
            Pedir nova análise
          </Button>
          <Dialog {...appeal.props} title="Pedir nova análise">
            <AppealForm purchase_id={receipt.purchase_id} onDone={appeal.close} />
          </Dialog>
        </>
      )}
      <p className={css.help}>
        <HelpLink
          about="nota"
          id={receipt.purchase_id}
          subject={`nota da loja ${receipt.shop_name}, ${formatBirthDate(receipt.issued_on)}`}
        />
      </p>
    </div>
  )
}

function EarnedPoints({ receipt: { points, amount_cents } }: { receipt: Receipt }) {
  const rules = useClub().points
  if (points > 0) return <p className={css.points}>+ {formatPoints(points)}</p>
  return isBelowOnePoint(rules, amount_cents) && <p className="soft">{belowOnePointText}</p>
}

/** `estimate` is null after an appeal. */
function PointsInReview({ estimate }: { estimate: number | null }) {
  if (estimate === 0) return <p className="soft">{belowOnePointText}</p>
  return (
    <p className="soft">
      {estimate === null
        ? 'Os pontos dependem da nova análise.'
        : `${formatPoints(estimate)} em análise, pelo valor que você informou.`}
    </p>
  )
}

/** Maximum length of the message in the call. */
const messageMaxLength = 500

/** Appeals a rejected receipt with a message in the person's own words. */
function AppealForm({ purchase_id, onDone }: { purchase_id: string; onDone: () => void }) {
  const draft = useDraft({ name: `appeal/${purchase_id}`, initial: { message: '' } })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      message: (message) => appealReceiptCall.body.shape.message.safeParse(message).error?.issues[0]?.message,
    },
    request: (send, { message }) => send(appealReceiptCall, { body: { purchase_id, message } }),
    success: () => ({ message: 'Pedido enviado. Vamos analisar a nota de novo.' }),
    onSuccess: onDone,
    refresh: receiptDependentKeys,
  })
  return (
    <form {...form.props}>
      <FormDraft draft={draft} form={form} />
      <TextField
        label="O que aconteceu?"
        multiline
        maxLength={messageMaxLength}
        helper="Você pode pedir uma vez por nota."
        {...form.field('message')}
      />
      <Button type="submit" pending={form.pending}>
        Enviar pedido
      </Button>
    </form>
  )
}
