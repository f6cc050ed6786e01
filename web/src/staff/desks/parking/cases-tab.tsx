import {
  askCarParkAgainCall,
  decideParkingCaseCall,
  parkingCaseCauses,
  type ParkingCase,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { centsOf, formatCents, formatTypedAmount } from '../../../parts/money.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { Age, FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { OpenedPanel } from '../../parts/opened-panel.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { decisionKeys, useCases } from './parking-desk-data.ts'
import { centsOrDash, formatCount, reasonError } from './parking-labels.ts'

const kindTitles = { application: 'Aplicação', undo: 'Cancelamento' } as const satisfies Record<
  ParkingCase['kind'],
  string
>

/** A voucher may wait twice: for its application, and for its undoing. */
const keyOf = ({ transaction_id, kind }: ParkingCase): string => `${transaction_id}/${kind}`

const ticketEnd = ({ ticket_end }: ParkingCase): string =>
  ticket_end === null ? 'Apagado' : `••• ${ticket_end}`

const columnsAt = (now: Date): readonly Column<ParkingCase>[] => [
  { title: 'Protocolo', narrow: true, cell: ({ protocol }) => protocol },
  { title: 'O que', narrow: true, cell: ({ kind }) => kindTitles[kind] },
  { title: 'Desde', narrow: true, cell: ({ started_at }) => <Age instant={started_at} now={now} /> },
  { title: 'Ticket', narrow: true, cell: ticketEnd },
  { title: 'Estacionamento', cell: ({ garage_name }) => garage_name },
  { title: 'Até', narrow: true, cell: ({ maximum_cents }) => formatCents(maximum_cents) },
  { title: 'Na lista deles', narrow: true, cell: ({ listed_cents }) => centsOrDash(listed_cents) },
  { title: 'Por que está aqui', cell: ({ cause }) => parkingCaseCauses[cause] },
]

/** A decidir: vouchers that the car park did not settle, or answered with a contradiction. */
export function CasesTab() {
  const list = useCases()
  const [opened, setOpened] = useState<string | null>(null)
  const cases = list.data ?? []
  const found = cases.find((each) => keyOf(each) === opened)
  useFocusOnClose(found ? opened : null, cases.map(keyOf))
  return (
    <>
      <KeyHints isList hints={[]} />
      {found && <OpenedCase key={keyOf(found)} found={found} onClose={() => setOpened(null)} />}
      <QueryTable
        query={list}
        label="Vales-estacionamento a decidir, do mais antigo ao mais novo"
        columns={columnsAt(new Date(list.dataUpdatedAt || Date.now()))}
        keyOf={keyOf}
        onOpen={(each) => setOpened(keyOf(each))}
        empty={
          <EmptyState illustration="success">
            Nenhum vale espera decisão: o estacionamento respondeu a todos.
          </EmptyState>
        }
      />
    </>
  )
}

type Decision = 'done' | 'not-done'

const decisionTexts = {
  application: {
    done: {
      button: 'Foi aplicado',
      lead: 'O vale fica aplicado com este desconto, e a pessoa é avisada. O desconto entra no que o clube deve.',
      success: 'Vale registrado como aplicado.',
    },
    'not-done': {
      button: 'Não foi aplicado',
      lead: 'O que a pessoa usou volta para ela, e ela é avisada. Se o desconto aparecer na lista do estacionamento depois, ele volta à conferência.',
      success: 'Vale encerrado sem desconto.',
    },
  },
  undo: {
    done: {
      button: 'Foi desfeito',
      lead: 'O vale fica cancelado, e o que a pessoa usou volta para ela.',
      success: 'Vale registrado como desfeito.',
    },
    'not-done': {
      button: 'Não foi desfeito',
      lead: 'O vale continua aplicado, e o desconto continua no que o clube deve.',
      success: 'O vale continua aplicado.',
    },
  },
} as const satisfies Record<
  ParkingCase['kind'],
  Record<Decision, Record<'button' | 'lead' | 'success', string>>
>

function OpenedCase({ found, onClose }: { found: ParkingCase; onClose: () => void }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const asking = useAction()
  const { transaction_id, kind, listed_cents } = found
  const texts = decisionTexts[kind]
  const ask = () =>
    asking.run((send) => send(askCarParkAgainCall, { body: { transaction_id, kind } }), {
      success: 'O estacionamento será perguntado de novo.',
      onSuccess: onClose,
      refresh: decisionKeys,
    })
  return (
    <OpenedPanel
      title={`${kindTitles[kind]} do vale ${found.protocol}`}
      state={{ title: 'Em processamento', tone: 'warn' }}
      onClose={onClose}
      actions={
        <>
          <OutlineButton pending={asking.pending} onClick={() => void ask()}>
            Perguntar de novo
          </OutlineButton>
          <OutlineButton onClick={() => setDecision('done')}>{texts.done.button}</OutlineButton>
          <OutlineButton onClick={() => setDecision('not-done')}>{texts['not-done'].button}</OutlineButton>
        </>
      }
    >
      <KeyHints
        hints={[
          ['P', 'perguntar de novo', () => void ask()],
          ['F', texts.done.button.toLowerCase(), () => setDecision('done')],
          ['N', texts['not-done'].button.toLowerCase(), () => setDecision('not-done')],
          ['B', 'fechar', onClose],
        ]}
      />
      <p>{parkingCaseCauses[found.cause]}</p>
      <FactList
        facts={[
          ['Promoção', found.campaign_title],
          ['Estacionamento', found.garage_name],
          ['Ticket', ticketEnd(found)],
          ['Entrada', formatInstant(found.entered_at)],
          ['Pedido', formatInstant(found.started_at)],
          ['Desconto do vale', `Até ${formatCents(found.maximum_cents)}`],
          ['Tentativas', formatCount(found.attempts)],
        ]}
      />
      {listed_cents === null ? (
        <Notice>
          A lista do estacionamento não traz um desconto deste vale, ou o dia ainda não foi conferido.
        </Notice>
      ) : (
        <Notice tone="warn">
          A lista do estacionamento traz um desconto de {formatCents(listed_cents)}.
        </Notice>
      )}
      {decision !== null && (
        <Dialog open onClose={() => setDecision(null)} title={texts[decision].button} wide fieldFirst>
          <DecisionForm
            found={found}
            decision={decision}
            onDecided={() => {
              setDecision(null)
              onClose()
            }}
          />
        </Dialog>
      )}
    </OpenedPanel>
  )
}

type DecisionFormProps = { found: ParkingCase; decision: Decision; onDecided: () => void }

/** The discount, for a voucher that was applied, and the reason. */
function DecisionForm({ found, decision, onDecided }: DecisionFormProps) {
  const { transaction_id, kind, listed_cents, maximum_cents } = found
  const texts = decisionTexts[kind][decision]
  const isPlausible = listed_cents !== null && listed_cents <= maximum_cents
  const needsDiscount = kind === 'application' && decision === 'done'
  const form = useActionForm({
    initial: { discount_cents: isPlausible ? formatCents(listed_cents) : '', reason: '' },
    rules: {
      discount_cents: (amount) => {
        const cents = centsOf(amount)
        return needsDiscount && (cents === 0 || cents > maximum_cents)
          ? `Informe o desconto que o estacionamento deu, até ${formatCents(maximum_cents)}.`
          : undefined
      },
      reason: (reason) => reasonError(reason.trim()),
    },
    request: (send, { discount_cents, reason }) =>
      send(decideParkingCaseCall, {
        body: {
          transaction_id,
          kind,
          decision,
          discount_cents: needsDiscount ? centsOf(discount_cents) : null,
          reason: reason.trim(),
        },
      }),
    success: texts.success,
    onSuccess: onDecided,
    refresh: decisionKeys,
    place: 'endpoint',
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <p>{texts.lead}</p>
      {needsDiscount && (
        <TextField
          label="Desconto que o estacionamento deu"
          inputMode="numeric"
          clean={formatTypedAmount}
          helper={`No máximo ${formatCents(maximum_cents)}.`}
          {...form.field('discount_cents')}
        />
      )}
      <TextField
        label="O que foi conferido com o estacionamento"
        maxLength={300}
        multiline
        helper="Fica registrado com o seu nome."
        {...form.field('reason')}
      />
      <div>
        <SubmitButton form={form} variant={decision === 'done' ? 'primary' : 'danger'}>
          {texts.button}
        </SubmitButton>
      </div>
    </form>
  )
}
