import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useRef, useState } from 'react'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import {
  adjustPointsCall,
  findPointsAccountCall,
  type PointsAccount,
} from '@clube/contract/points/adjustment-calls.ts'
import {
  adjustmentDailyPoints,
  adjustmentMaxPoints,
  adjustmentReasons,
  adjustmentReasonsFor,
} from '@clube/contract/points/adjustment.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { DataTable, focusFirstRow, type Column } from '../../../kit/table/data-table.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { SubmitButton } from '../../parts/buttons.tsx'
import { CustomerLink } from '../../parts/customer-link.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { newId } from '../../parts/new-id.ts'
import css from './points.module.css'

type Found = { kind: 'idle' } | { kind: 'none' } | { kind: 'account'; account: PointsAccount; edits: number }

/** One person's points, and manual adjustments. */
export function PointsDesk() {
  const send = useSend()
  const [found, setFound] = useState<Found>({ kind: 'idle' })
  const search = useRef<DocumentSearchControl>(null)
  const find = async (body: { document_id: string }) => {
    setFound({ kind: 'idle' })
    const sent = await send(findPointsAccountCall, { body })
    if (sent.ok) {
      const { account } = sent.data
      setFound(account ? { kind: 'account', account, edits: 0 } : { kind: 'none' })
    }
    return sent
  }
  const restart = () => {
    setFound({ kind: 'idle' })
    search.current?.restart()
  }
  return (
    <DeskPage title="Pontos">
      <DocumentSearch
        ref={search}
        find={find}
        hints={[
          ['N', 'nova pessoa', restart],
          ['L', 'ajustes', focusFirstRow],
        ]}
      />
      {found.kind === 'none' && <EmptyState drawing="search">Não há cadastro com este documento.</EmptyState>}
      {found.kind === 'account' && (
        <div className="sides">
          <Account account={found.account} />
          <AdjustmentForm
            // Every adjustment begins with empty fields and a new id.
            key={`${found.account.customer_id} ${found.edits}`}
            account={found.account}
            onAdjusted={(account) => setFound({ kind: 'account', account, edits: found.edits + 1 })}
          />
        </div>
      )}
    </DeskPage>
  )
}

function Account({ account }: { account: PointsAccount }) {
  const { customer_id, name, document, balance, debt, adjustments } = account
  return (
    <section className="panel" aria-label="Pontos da pessoa">
      <header>
        <h2>{name ?? 'Sem nome no cadastro'}</h2>
        <p className="small">
          <CustomerLink customer_id={customer_id} document={document} />
        </p>
      </header>
      <p className={css.balance} role="status">
        {formatPoints(balance)}
      </p>
      {debt > 0 && <Notice tone="warn">Deve {formatPoints(debt)}: os próximos que ganhar acertam.</Notice>}
      {adjustments.length === 0 ? (
        <p className="soft small">Nenhum ajuste manual até agora.</p>
      ) : (
        <DataTable
          label="Ajustes manuais, do mais novo ao mais antigo"
          columns={columns}
          rows={adjustments}
          keyOf={({ adjustment_id }) => adjustment_id}
        />
      )}
    </section>
  )
}

const columns: readonly Column<PointsAccount['adjustments'][number]>[] = [
  { title: 'Quando', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  {
    title: 'Pontos',
    narrow: true,
    cell: ({ points }) => (
      <strong className="figures">
        {points > 0 ? '+' : '−'} {Math.abs(points).toLocaleString('pt-BR')}
      </strong>
    ),
  },
  {
    title: 'Motivo',
    cell: ({ reason, note }) => (
      <>
        {adjustmentReasons[reason]}
        <span className={`soft small ${css.note}`}>{note}</span>
      </>
    ),
  },
  { title: 'Quem', narrow: true, cell: ({ is_mine }) => (is_mine ? 'Você' : 'Outra pessoa') },
]

type AdjustmentFormProps = { account: PointsAccount; onAdjusted: (account: PointsAccount) => void }

const reasonsFor = (direction: string) => adjustmentReasonsFor[direction === 'take' ? 'remove' : 'add']
const bodyFields = adjustPointsCall.body.shape

/** Adds or removes points; the confirming button repeats the effect. */
function AdjustmentForm({ account, onAdjusted }: AdjustmentFormProps) {
  const [adjustment_id] = useState(newId)
  const draft = useDraft({
    name: `points/${account.customer_id}`,
    initial: { direction: 'give', points: '', reason: '', note: '', may_owe: false },
    omit: ['may_owe'],
    days: 1,
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      points: (text) => messageOf(bodyFields.points.safeParse(text === '' ? undefined : Number(text))),
      reason: (reason) => (reason === '' ? requiredRadioMessage : undefined),
      note: (note) => (note.trim() === '' ? requiredTextMessage : messageOf(bodyFields.note.safeParse(note))),
    },
    request: (send, { direction, points, reason: chosen, note, may_owe }) => {
      const reason = reasonsFor(direction).find((each) => each === chosen)
      if (!reason) return null
      const body = {
        adjustment_id,
        customer_id: account.customer_id,
        points: direction === 'take' ? -Number(points) : Number(points),
        reason,
        note,
        may_owe: direction === 'take' && may_owe ? ('yes' as const) : ('no' as const),
      }
      return send(adjustPointsCall, { body })
    },
    success: 'Pontos ajustados.',
    onSuccess: onAdjusted,
  })
  const isTaking = form.values.direction === 'take'
  const count = Number(form.values.points)
  const shortfall = isTaking ? count - account.balance : 0
  return (
    <form {...form.props} className="panel" aria-label="Ajustar pontos" autoComplete="off">
      <h2>Ajustar pontos</h2>
      <FormDraft draft={draft} form={form} />
      <RadioGroup
        label="O que fazer"
        options={[
          { value: 'give', label: 'Dar pontos' },
          { value: 'take', label: 'Tirar pontos' },
        ]}
        {...form.field('direction')}
        // The chosen reason applies only to the other direction.
        onChange={(direction) => form.setValues({ direction, reason: '' })}
      />
      <TextField
        label="Pontos"
        inputMode="numeric"
        maxLength={5}
        clean={(text) => digitsOf(text).replace(/^0+/, '')}
        helper={`Até ${formatPoints(adjustmentMaxPoints)} por ajuste e ${formatPoints(adjustmentDailyPoints)} por dia`}
        {...form.field('points')}
      />
      {shortfall > 0 && (
        <Checkbox
          {...form.check('may_owe')}
          helper={`A pessoa tem só ${formatPoints(account.balance)}. O débito é acertado com o que ela ganhar.`}
        >
          Registrar {formatPoints(shortfall)} como débito
        </Checkbox>
      )}
      <RadioGroup
        label="Motivo, que a pessoa lê no extrato"
        options={reasonsFor(form.values.direction).map((reason) => ({
          value: reason,
          label: adjustmentReasons[reason],
        }))}
        {...form.field('reason')}
      />
      <TextField
        label="Explicação para a equipe"
        multiline
        maxLength={500}
        helper="A pessoa não vê. Não escreva documentos nem telefones."
        {...form.field('note')}
      />
      <SubmitButton form={form}>
        {count > 0 ? `${isTaking ? 'Tirar' : 'Dar'} ${formatPoints(count)}` : 'Ajustar'}
      </SubmitButton>
    </form>
  )
}

type ParseResult = { error?: { issues: readonly { message: string }[] } | undefined }
const messageOf = ({ error }: ParseResult): string | undefined => error?.issues[0]?.message
