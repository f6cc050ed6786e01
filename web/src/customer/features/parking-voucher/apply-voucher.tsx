import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { pointsRefusals } from '@clube/contract/campaigns/refusals.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { rightRefusals } from '@clube/contract/parking-voucher/refusals.ts'
import { parkingPriceText, parkingValueText } from '@clube/contract/parking-voucher/settings.ts'
import type { ParkingRight } from '@clube/contract/parking-voucher/stay.ts'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Button, ConfirmingButton } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { clubDayOf } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { participate } from '../../promotions/participate.ts'
import css from './parking.module.css'
import { capitalized } from './parking-facts.tsx'
import { parkingPaths } from './parking-paths.ts'
import { removeSavedTicket } from './saved-ticket.ts'
import { StayCard } from './stay-card.tsx'
import { TicketForm, type TicketReading } from './ticket-form.tsx'
import { parkingDependentKeys, useOffer } from './use-parking.ts'

/** Reads a ticket and applies a voucher of one promotion to it. */
export function ApplyVoucherPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  return (
    <Page title="Vale-estacionamento" back={{ href: paths.promotion(slug), label: 'Sobre a promoção' }}>
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {(found) => <ApplyVoucher campaign={found} />}
      </Loaded>
    </Page>
  )
}

type Step = { kind: 'reading'; error?: string | undefined } | { kind: 'read'; reading: TicketReading }

/** Two steps: the ticket, then what the voucher pays and uses. Applying opens the voucher's page. */
export function ApplyVoucher({ campaign }: { campaign: CampaignPage }) {
  const [step, setStep] = useState<Step>({ kind: 'reading' })
  const { eligible = true, reasons = [] } = campaign.eligibility ?? {}
  switch (step.kind) {
    case 'reading':
      return (
        <>
          <OfferNote campaign={campaign} />
          {eligible ? (
            <TicketForm
              campaign_id={campaign.campaign_id}
              error={step.error}
              onRead={(reading) => setStep({ kind: 'read', reading })}
            />
          ) : (
            <Notice tone="warn">
              {reasons.map(({ code, message }) => (
                <p key={code}>{message}</p>
              ))}
            </Notice>
          )}
        </>
      )
    case 'read':
      return (
        <TicketQuote
          campaign={campaign}
          reading={step.reading}
          onReadAgain={(error) => setStep({ kind: 'reading', error })}
        />
      )
    default:
      return step satisfies never
  }
}

/** What the promotion's voucher pays and costs; empty until loaded. */
function OfferNote({ campaign: { campaign_id, spend_rule, title } }: { campaign: CampaignPage }) {
  const { data } = useOffer(campaign_id)
  return (
    <div className="titled">
      <strong>{title}</strong>
      {data && (
        <p className="soft">
          {capitalized(parkingValueText(data.value))} · {parkingPriceText(data.price, spend_rule)}
        </p>
      )}
    </div>
  )
}

const lostMessage = 'Não recebemos a resposta do seu pedido. Toque de novo no botão: nada é usado duas vezes.'

type Refusal = { code: string; message: string }

/** Refusals of the ticket itself, which are shown at its field. */
const ticketCodes: ReadonlySet<string> = new Set([
  'parking-voucher.unknown-ticket',
  'parking-voucher.invalid-ticket',
])

/** Refusals that another receipt can resolve. */
const rightCodes: ReadonlySet<string> = new Set([
  'parking-voucher.missing-receipts',
  'points.insufficient',
  'points.waiting',
])

type TicketQuoteProps = {
  campaign: CampaignPage
  reading: TicketReading
  /** With the error of the ticket, if there is one. */
  onReadAgain: (error?: string) => void
}

function TicketQuote({ campaign, reading, onReadAgain }: TicketQuoteProps) {
  const { campaign_id } = campaign
  const { obstacle, right, stay, voucher } = reading
  const { pending, run } = useAction()
  const [, navigate] = useLocation()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isLost, setLost] = useState(false)

  const apply = async () => {
    setRefusal(null)
    await run(
      (send) =>
        participate(send, { campaign_id, kind: 'parking_voucher' }, (participation) =>
          send(redeemParkingVoucherCall, {
            params: { ticket_number: stay.ticket_number },
            body: { campaign_id, ...participation },
          }),
        ),
      {
        onSuccess: ({ transaction_id }) => {
          removeSavedTicket()
          navigate(parkingPaths.voucher(transaction_id), { replace: true })
        },
        onFailure: (failure) => {
          // Without a response a voucher may have been applied; the same request again returns it.
          setLost(!isResponse(failure))
          if (failure.kind !== 'refused') return false
          if (ticketCodes.has(failure.code ?? '')) onReadAgain(failure.message)
          else setRefusal({ code: failure.code ?? '', message: failure.message })
          return true
        },
        refresh: parkingDependentKeys,
      },
    )
  }
  const canApply = obstacle === null && (right.is_met || isLost)
  // After any other refusal the ticket must be read again: the car park's answer has changed.
  const isFinal = refusal !== null && refusal.code !== 'parking-voucher.no-answer'
  const isOpen = obstacle === null && !isFinal
  return (
    <>
      <StayCard
        stay={stay}
        voucher={isOpen ? voucher : null}
        uses={isOpen && right.is_met ? usedText(right, stay.read_at) : null}
      />
      {obstacle !== null && <Notice tone="warn">{obstacle}</Notice>}
      {obstacle === null && !right.is_met && <MissingRight right={right} read_at={stay.read_at} />}
      {refusal !== null && (
        <div role="status" className="stack">
          <Notice tone="warn">{refusal.message}</Notice>
          {rightCodes.has(refusal.code) && <NewReceiptLink />}
        </div>
      )}
      {isLost && !pending && (
        <div role="status">
          <Notice tone="warn">{lostMessage}</Notice>
        </div>
      )}
      {canApply && !isFinal && <Regulation campaign={campaign} />}
      <Stack gap="near">
        {canApply && !isFinal && (
          <ConfirmingButton pending={pending} onClick={() => void apply()}>
            Aplicar vale
          </ConfirmingButton>
        )}
        {!isLost && (
          <Button variant={canApply && !isFinal ? 'quiet' : 'outline'} onClick={() => onReadAgain()}>
            {isFinal || obstacle === null ? 'Consultar de novo' : 'Ler outro ticket'}
          </Button>
        )}
      </Stack>
    </>
  )
}

/** The days whose receipts count. */
const daysText = (counts_from: string, read_at: string): string =>
  counts_from === clubDayOf(read_at) ? 'de hoje' : 'desde ontem, quando o carro entrou'

/** What a voucher uses of the person's receipts or points. */
function usedText(right: ParkingRight, read_at: string): string {
  switch (right.kind) {
    case 'receipts':
      return `${formatCents(right.every_cents)} das notas ${daysText(right.counts_from, read_at)}`
    case 'points':
      return `${right.points.toLocaleString('pt-BR')} dos seus ${formatPoints(right.balance)}`
    default:
      return right satisfies never
  }
}

/** What the person lacks for a voucher, and the way there. */
const MissingRight = ({ right, read_at }: { right: ParkingRight; read_at: string }) => (
  <Section title="O que falta" className={`stack raised ${css.right}`}>
    {right.kind === 'receipts' ? (
      <>
        <Progress
          label={`Suas notas ${daysText(right.counts_from, read_at)}`}
          value={right.reached_cents}
          max={right.every_cents}
          valueText={`${formatCents(right.reached_cents)} de ${formatCents(right.every_cents)}`}
          detail={`faltam ${formatCents(right.missing_cents)}`}
        />
        <Notice tone="warn">
          {fillMessage(rightRefusals['parking-voucher.missing-receipts'].message, {
            missing: formatCents(right.missing_cents),
          })}
        </Notice>
      </>
    ) : (
      <>
        <Progress
          label="Seus pontos"
          value={right.balance}
          max={right.points}
          valueText={`${formatPoints(right.balance)} de ${formatPoints(right.points)}`}
        />
        <Notice tone="warn">
          {fillMessage(pointsRefusals['points.insufficient'].message, { balance: right.balance })}
        </Notice>
      </>
    )}
    <NewReceiptLink />
  </Section>
)

const NewReceiptLink = () => (
  <ForwardLink
    href={paths.newReceipt}
    title="Cadastrar nota fiscal"
    text="O número do ticket fica guardado aqui."
  />
)

/** What the person agrees to by applying. */
function Regulation({ campaign: { regulation_version, slug } }: { campaign: CampaignPage }) {
  if (regulation_version === null) return null
  const search = new URLSearchParams({ version: regulation_version, scope: slug }).toString()
  return (
    <ForwardLink
      href={`${paths.document('promotion_regulation')}?${search}`}
      title="Regulamento da promoção"
      text="Ao aplicar o vale, você concorda com ele."
    />
  )
}
