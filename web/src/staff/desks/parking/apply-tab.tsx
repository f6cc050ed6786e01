import {
  applyParkingVoucherCall,
  deskBases,
  deskBasisTitles,
  lookUpParkingTicketCall,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { parkingPriceText, parkingValueText } from '@clube/contract/parking-voucher/settings.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { parkingVehicleTitles, type ParkingRight } from '@clube/contract/parking-voucher/stay.ts'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { clubDayOf } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { newId } from '../../../parts/new-id.ts'
import { formatTicketNumber, ticketNumberMask, ticketNumberRule } from '../../../parts/ticket-number.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { useDocumentField } from '../../parts/document-search.tsx'
import { hasKeyboard } from '../../parts/delivery/undo-time.ts'
import { FactList, StateChip } from '../../parts/fact-list.tsx'
import { FilterSelect, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ScannerCamera } from '../../parts/scanner/code-input.tsx'
import { useUsbScanner } from '../../parts/scanner/scanner-input.ts'
import { useDeskCampaigns, useVoucherState, voucherKeys, type DeskCampaign } from './parking-desk-data.ts'
import {
  formatCourtesies,
  reasonError,
  resultText,
  stateTitle,
  ticketText,
  voucherTones,
} from './parking-labels.ts'
import css from './parking.module.css'
import { UndoDialog } from './undo-voucher.tsx'
import { VoucherFacts } from './voucher-facts.tsx'

type Found = DataOf<typeof lookUpParkingTicketCall>
type Person = NonNullable<Found['person']>

/** Aplicar: a ticket and the person, then a voucher by hand, with a reason. */
export function ApplyTab() {
  const list = useDeskCampaigns()
  return (
    <Loaded query={list} skeleton={<Skeleton shape="field" count={3} />}>
      {([first, ...others]) =>
        first ? (
          <Desk campaigns={[first, ...others]} />
        ) : (
          <EmptyState
            illustration="car"
            action={<OutlineButton onClick={() => void list.refetch()}>Procurar de novo</OutlineButton>}
          >
            Nenhuma promoção dá vale-estacionamento agora.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

type Shown =
  | { kind: 'nothing' }
  | { kind: 'found'; found: Found; hasDocument: boolean; reading: number }
  | { kind: 'applied'; voucher: DeskParkingVoucher }

function Desk({ campaigns }: { campaigns: readonly [DeskCampaign, ...DeskCampaign[]] }) {
  const [chosen_id, setChosen] = useState(campaigns[0].campaign_id)
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' })
  const readings = useRef(0)
  /** Whether the last request had a document. */
  const hasDocument = useRef(false)
  const finder = useRef<HTMLDivElement>(null)
  const focusDocument = () => finder.current?.querySelectorAll('input')[1]?.focus()
  const campaign = campaigns.find((each) => each.campaign_id === chosen_id) ?? campaigns[0]
  const { campaign_id, ends_at, price, value } = campaign
  const { rule, field } = useDocumentField()
  const form = useActionForm({
    initial: { ticket_number: '', document_id: '' },
    rules: {
      ticket_number: ticketNumberRule,
      document_id: (text) => (text === '' ? undefined : rule(text)),
    },
    onInvalid: () => setShown({ kind: 'nothing' }),
    request: (send, body) => {
      // The previous person must not stay on the screen for the next one.
      setShown({ kind: 'nothing' })
      hasDocument.current = body.document_id !== ''
      return send(lookUpParkingTicketCall, { body: { campaign_id, ...body } })
    },
    onSuccess: (found) =>
      setShown({
        kind: 'found',
        found,
        hasDocument: hasDocument.current,
        reading: (readings.current += 1),
      }),
    place: 'endpoint',
  })
  const scan = (text: string) => {
    const ticket_number = parseTicketNumber(text)
    if (ticket_number === null) {
      showToast({ message: 'Este código não é de um ticket do estacionamento.', type: 'warning' })
      return
    }
    form.setValue('ticket_number', ticket_number)
    form.submit()
  }
  useUsbScanner(scan, digits)
  const startOver = () => {
    form.reset()
    setShown({ kind: 'nothing' })
    // The previous result is removed in this render; the field can be focused in the next.
    requestAnimationFrame(focusSearch)
  }
  return (
    <>
      {campaigns.length > 1 && (
        <Filters>
          <FilterSelect
            label="Promoção"
            value={campaign_id}
            options={campaigns.map((each) => ({ value: each.campaign_id, label: each.title }))}
            onChange={(next) => {
              setChosen(next)
              setShown({ kind: 'nothing' })
            }}
          />
        </Filters>
      )}
      <p className="soft small">
        {campaign.title}, até {formatInstant(ends_at)} · {parkingValueText(value)} ·{' '}
        {parkingPriceText(price, null)} · {courtesiesText(campaign.courtesies_left)}
      </p>
      <div ref={finder} className={css.finder}>
        <form {...form.props} className={css.search} autoComplete="off">
          <MaskedField
            label="Número do ticket"
            mask={ticketNumberMask}
            helper="Digite, ou use o leitor."
            autoFocus
            autoComplete="off"
            {...form.field('ticket_number')}
          />
          <MaskedField
            {...field}
            helper="Vazio, só o ticket."
            autoComplete="off"
            {...form.field('document_id')}
          />
          <SubmitButton form={form}>Consultar</SubmitButton>
        </form>
        <ScannerCamera
          code="ticket"
          storageKey="estacionamento_camera"
          subject="ticket"
          variant="outline"
          onCode={scan}
        />
      </div>
      <KeyHints
        hints={[
          ['/', 'ticket', focusSearch],
          ['.', 'documento', focusDocument],
          ['Enter', 'consultar'],
          ['N', 'próxima pessoa', startOver],
        ]}
      />
      {shown.kind === 'found' && (
        <FoundTicket
          key={shown.reading}
          campaign={campaign}
          found={shown.found}
          hasDocument={shown.hasDocument}
          onApplied={(voucher) => {
            form.reset()
            setShown({ kind: 'applied', voucher })
          }}
          onChanged={startOver}
          onNeedsDocument={focusDocument}
        />
      )}
      {shown.kind === 'applied' && <AppliedVoucher voucher={shown.voucher} onNext={startOver} />}
    </>
  )
}

const courtesiesText = (left: number): string =>
  left === 0 ? 'sem cortesias hoje' : `ainda ${formatCourtesies(left)} hoje`

/** The first characters of what a scanner reads from a ticket. */
const digits = '0123456789'

type FoundTicketProps = {
  campaign: DeskCampaign
  found: Found
  /** Whether a document was searched for. */
  hasDocument: boolean
  onApplied: (voucher: DeskParkingVoucher) => void
  onChanged: () => void
  onNeedsDocument: () => void
}

function FoundTicket(props: FoundTicketProps) {
  const { campaign, found, hasDocument, onApplied, onChanged, onNeedsDocument } = props
  const { existing, obstacle, person } = found
  const canApply = person !== null && obstacle === null && !existing && person.reasons.length === 0
  const needsDocument = !person && !hasDocument && obstacle === null && !existing
  useEffect(() => {
    if (needsDocument && hasKeyboard()) onNeedsDocument()
    // Once: the component is mounted again for each search.
  }, [])
  return (
    <div className={css.pair}>
      <TicketPanel found={found} />
      <div className="stack">
        {existing ? (
          <ExistingVoucher voucher={existing} onUndone={onChanged} />
        ) : (
          <PersonPanel person={person} hasDocument={hasDocument} />
        )}
        {canApply && <ApplyForm campaign={campaign} found={found} person={person} onApplied={onApplied} />}
      </div>
    </div>
  )
}

function TicketPanel({ found: { obstacle, stay, voucher } }: { found: Found }) {
  return (
    <section className="panel" aria-label="Ticket">
      <div className="row spread">
        <h2 className="figures">Ticket {formatTicketNumber(stay.ticket_number)}</h2>
        <StateChip title={parkingVehicleTitles[stay.vehicle]} tone={undefined} />
      </div>
      <FactList
        inRows
        facts={[
          ['Estacionamento', stay.garage_name],
          ['Entrada', formatInstant(stay.entered_at)],
          ['Tarifa', formatCents(stay.fee_cents)],
          ['Já descontado ou pago', formatCents(stay.discount_cents)],
          ['Falta pagar', formatCents(stay.due_cents)],
          ...(obstacle === null
            ? ([
                ['O vale paga', formatCents(voucher.discount_cents)],
                ['Depois do vale', formatCents(voucher.due_cents)],
              ] as const)
            : []),
          ...(stay.leave_by === null ? [] : ([['Sair até', formatInstant(stay.leave_by)]] as const)),
        ]}
      />
      <p className="soft small">Em {formatInstant(stay.read_at)}, pelo relógio do estacionamento.</p>
      {obstacle !== null && <Notice tone="warn">{obstacle}</Notice>}
    </section>
  )
}

function ExistingVoucher({ voucher, onUndone }: { voucher: DeskParkingVoucher; onUndone: () => void }) {
  const undo = useDialog()
  return (
    <section className="panel" aria-label="Vale deste ticket">
      <div className="row spread">
        <h2>Vale deste ticket</h2>
        <StateChip title={stateTitle(voucher.state)} tone={voucherTones[voucher.state]} />
      </div>
      <VoucherFacts voucher={voucher} inRows />
      {voucher.can_undo && (
        <div>
          <OutlineButton onClick={undo.open}>Desfazer o vale</OutlineButton>
          <UndoDialog voucher={voucher} {...undo.props} onUndone={onUndone} />
        </div>
      )}
    </section>
  )
}

type PersonPanelProps = { person: Person | null; hasDocument: boolean }

function PersonPanel({ person, hasDocument }: PersonPanelProps) {
  if (!person)
    return (
      <section className="panel" aria-label="Pessoa">
        <h2>Pessoa</h2>
        {hasDocument ? (
          <Notice tone="warn">Nenhum cadastro tem este documento.</Notice>
        ) : (
          <p>Para aplicar um vale, informe também o documento da pessoa.</p>
        )}
      </section>
    )
  return (
    <section className="panel" aria-label="Pessoa">
      <h2>{person.name ?? 'Sem nome no cadastro'}</h2>
      <FactList
        inRows
        facts={[
          ['Fim do documento', person.document_end],
          ['Direito ao vale', rightText(person.right)],
        ]}
      />
      {person.reasons.length > 0 && (
        <Notice tone="warn">
          {person.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      )}
    </section>
  )
}

/** What the person has earned, or what is missing. */
function rightText(right: ParkingRight): string {
  switch (right.kind) {
    case 'receipts': {
      const days = right.counts_from === clubDayOf(new Date(serverNow())) ? 'de hoje' : 'desde ontem'
      const reached = `${formatCents(right.reached_cents)} de ${formatCents(right.every_cents)} em notas ${days}`
      return right.is_met ? reached : `${reached}, faltam ${formatCents(right.missing_cents)}`
    }
    case 'points':
      return `${formatPoints(right.points)}, saldo de ${formatPoints(right.balance)}`
    default:
      return right satisfies never
  }
}

type ApplyFormProps = {
  campaign: DeskCampaign
  found: Found
  person: Person
  onApplied: (voucher: DeskParkingVoucher) => void
}

/** What pays for the voucher, and the reason. */
function ApplyForm({ campaign: { campaign_id }, found, person, onApplied }: ApplyFormProps) {
  // A retry after a lost response does not apply the voucher twice.
  const application_id = useRef(newId())
  const { courtesies_left, stay, voucher } = found
  const { customer_id, right } = person
  const form = useActionForm({
    initial: { basis: right.is_met ? 'right' : '', reason: '' },
    rules: {
      basis: (basis) => (basis === '' ? requiredRadioMessage : undefined),
      reason: (reason) => reasonError(reason.trim()),
    },
    request: (send, { basis: chosen, reason }) => {
      const basis = deskBases.find((each) => each === chosen)
      if (!basis) return null
      return send(applyParkingVoucherCall, {
        body: {
          application_id: application_id.current,
          campaign_id,
          customer_id,
          ticket_number: stay.ticket_number,
          basis,
          reason: reason.trim(),
        },
      })
    },
    onSuccess: (data) => onApplied(data.voucher),
    onFailure: (failure) => {
      // After a refusal, changed fields are a new request.
      if (isResponse(failure)) application_id.current = newId()
      return false
    },
    refresh: voucherKeys,
    place: 'endpoint',
  })
  useEffect(() => {
    if (hasKeyboard()) form.focus(right.is_met ? 'reason' : 'basis')
    // Once: the form is mounted again for each search.
  }, [])
  return (
    <form {...form.props} className="panel" aria-label="Aplicar o vale" autoComplete="off">
      <RadioGroup
        label="O que o vale usa"
        options={[
          {
            value: 'right',
            label: deskBasisTitles.right,
            description: rightText(right),
            disabled: !right.is_met,
          },
          {
            value: 'courtesy',
            label: deskBasisTitles.courtesy,
            description: `Não usa nada da pessoa: ${courtesiesText(courtesies_left)}.`,
            disabled: courtesies_left === 0,
          },
        ]}
        {...form.field('basis')}
      />
      <TextField
        label="Motivo"
        maxLength={300}
        helper="A auditoria guarda esta frase com o seu nome."
        {...form.field('reason')}
      />
      <div>
        <SubmitButton form={form}>{`Aplicar ${formatCents(voucher.discount_cents)}`}</SubmitButton>
      </div>
    </form>
  )
}

/** The result, polled while the car park has not answered. */
function AppliedVoucher({ voucher, onNext }: { voucher: DeskParkingVoucher; onNext: () => void }) {
  const polled = useVoucherState(voucher).data
  const { state, due_cents, leave_by } = polled ?? voucher
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`panel ${css.result}`} data-tone={voucherTones[state] ?? ''} aria-label="Resultado">
      <div className="row spread">
        <div role="status">
          <h2 ref={heading} tabIndex={-1}>
            {titleOf(state, { due_cents, leave_by })}
          </h2>
        </div>
        <StateChip title={stateTitle(state)} tone={voucherTones[state]} />
      </div>
      {state === 'processing' && <p>O estacionamento ainda não confirmou. Não repita a operação.</p>}
      {state === 'failed' && polled && <p>{polled.message}</p>}
      <p className="soft">
        Ticket {ticketText(voucher.ticket_number)} · {voucher.customer_name ?? 'Sem nome'} · Protocolo{' '}
        {voucher.protocol}
      </p>
      <div>
        <OutlineButton onClick={onNext}>Próxima pessoa</OutlineButton>
      </div>
    </section>
  )
}

function titleOf(
  state: DeskParkingVoucher['state'],
  result: Pick<DeskParkingVoucher, 'due_cents' | 'leave_by'>,
): string {
  if (state !== 'applied') return stateTitle(state)
  if (result.due_cents !== null && result.due_cents > 0) return `Vale aplicado. ${resultText(result)}`
  return result.leave_by === null
    ? 'Estacionamento liberado'
    : `Estacionamento liberado ${resultText(result).toLowerCase()}`
}
