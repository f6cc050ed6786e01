import type { DataOf } from '@clube/contract/kernel/call.ts'
import type {
  DeskParkingVoucher,
  lookUpParkingTicketCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { parkingVehicleTitles } from '@clube/contract/parking-voucher/stay.ts'
import { useEffect } from 'react'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { formatCents } from '../../../parts/money.ts'
import { formatTicketNumber } from '../../../parts/ticket-number.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { hasKeyboard } from '../../parts/delivery/undo-time.ts'
import { FactList, StateChip } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { type DeskCampaign } from './parking-desk-data.ts'
import { stateTitle, voucherTones, rightText } from './parking-labels.ts'
import css from './parking.module.css'
import { UndoDialog } from './undo-voucher.tsx'
import { VoucherFacts } from './voucher-facts.tsx'
import { ApplyForm } from './apply-form.tsx'

type Found = DataOf<typeof lookUpParkingTicketCall>
type Person = NonNullable<Found['person']>

type FoundTicketProps = {
  campaign: DeskCampaign
  found: Found
  /** Whether a document was searched for. */
  hasDocument: boolean
  onApplied: (voucher: DeskParkingVoucher) => void
  onChanged: () => void
  onNeedsDocument: () => void
}

/** The ticket and the person, and the form if a voucher can be applied. */
export function FoundTicket(props: FoundTicketProps) {
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
