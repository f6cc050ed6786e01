import {
  lookUpParkingTicketCall,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { parkingPriceText, parkingValueText } from '@clube/contract/parking-voucher/settings.ts'
import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { useRef, useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ticketNumberMask, ticketNumberRule } from '../../../parts/ticket-number.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { focusSearch, KeyHints } from '../../parts/desk-page.tsx'
import { useDocumentField } from '../../parts/document-search.tsx'
import { FilterSelect, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ScannerCamera } from '../../parts/scanner/code-input.tsx'
import { useUsbScanner } from '../../parts/scanner/scanner-input.ts'
import { useDeskCampaigns, type DeskCampaign } from './parking-desk-data.ts'
import css from './parking.module.css'
import { FoundTicket } from './found-ticket.tsx'
import { AppliedVoucher } from './applied-voucher.tsx'
import { courtesiesText } from './parking-labels.ts'

import type { DataOf } from '@clube/contract/kernel/call.ts'

type Found = DataOf<typeof lookUpParkingTicketCall>

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

/** The first characters of what a scanner reads from a ticket. */
const digits = '0123456789'
