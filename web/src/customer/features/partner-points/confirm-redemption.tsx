import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { formatDocument } from '@clube/contract/brazil/document.ts'
import { parseEnteredPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { formatDays, formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { redeemPartnerPointsCall, type Partner } from '@clube/contract/partner-points/calls.ts'
import { partnerRefusals, quoteExpiredRefusal } from '@clube/contract/partner-points/refusals.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Button, ConfirmingButton } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { Username } from '../../../parts/username.tsx'
import { CountdownBar, useCountdown } from '../../../parts/voucher/countdown.tsx'
import { isResponse } from '../../../platform/api/failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { participate } from '../../promotions/participate.ts'
import { RegulationLink } from '../../promotions/regulation-link.tsx'
import { Exchange } from './exchange.tsx'
import { partnerPaths } from './partner-paths.ts'
import css from './partner-points.module.css'
import { sentQuote, type Quote } from './saved-redemption.ts'
import { redemptionKeys } from './use-partners.ts'
import { useQuote } from './use-quote.ts'

const expiredMessage = quoteExpiredRefusal['partner-points.quote-expired'].message

type ConfirmRedemptionProps = {
  campaign: CampaignPage
  partner: Partner
  quote: Quote
  /** What the person must know about the quote, such as that it replaces an expired one. */
  notice: string | null
  onQuote: (quote: Quote, notice: string | null) => void
  /** A request that got no response earlier has one now. */
  onAnswered: () => void
  onBack: () => void
}

/** Both amounts of a quote while it is valid; confirming redeems it. */
export function ConfirmRedemption(props: ConfirmRedemptionProps) {
  const { campaign, partner, quote, notice, onQuote, onAnswered, onBack } = props
  const { campaign_id } = campaign
  const { lifetime_days } = useClub().points
  const [, navigate] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [quote.quote_id])
  const [isSent, setSent] = useState(() => sentQuote.read(campaign_id)?.quote_id === quote.quote_id)
  const [refusal, setRefusal] = useState<string | null>(null)
  const countdown = useCountdown(Date.parse(quote.expires_at), 'a cotação')
  const isExpired = countdown.hasExpired && !isSent
  const renewal = useQuote(campaign_id, (next) => onQuote(next, expiredMessage))
  const renew = () => renewal.request(quote.partner_points)

  const form = useActionForm({
    initial: { current_password: '' },
    rules: { current_password: quote.needs_password ? parsedRule(parseEnteredPassword) : () => undefined },
    request: (send, { current_password }) => {
      setRefusal(null)
      sentQuote.save(campaign_id, quote)
      setSent(true)
      return participate(
        send,
        { campaign_id, kind: 'partner_points' },
        ({ transaction_id, service_channel }) =>
          send(redeemPartnerPointsCall, {
            params: { partner: partner.partner, transaction_id },
            body: {
              transaction_id,
              campaign_id,
              points: quote.partner_points,
              quote_id: quote.quote_id,
              service_channel,
              ...(quote.needs_password && { current_password }),
            },
          }),
      )
    },
    onSuccess: ({ transaction_id }) => {
      sentQuote.remove()
      navigate(partnerPaths.redemption(transaction_id), { replace: true })
    },
    onFailure: (failure) => {
      // Without a response it may have been done: only the same request can be sent again.
      if (!isResponse(failure)) return false
      sentQuote.remove()
      setSent(false)
      onAnswered()
      if (failure.kind !== 'refused' || failure.errors.some(({ path }) => path === 'current_password'))
        return false
      if (failure.code === 'partner-points.quote-expired') void renew()
      else setRefusal(failure.message)
      return true
    },
    refresh: redemptionKeys,
  })
  const isShort = quote.partner_balance < quote.partner_points
  const shortMessage = fillMessage(partnerRefusals['partner-points.insufficient'].message, {
    partner: partner.name,
  })
  const problem = refusal ?? renewal.refusal ?? (isShort && !isSent ? shortMessage : null)
  return (
    <section className="stack" aria-label="Confirmar o resgate">
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        Confirme o resgate
      </h2>
      {isSent && !form.pending && (
        <Notice tone="warn">
          Não recebemos a resposta do seu pedido. Toque de novo no botão: nada é trocado duas vezes.
        </Notice>
      )}
      {!isSent && !isExpired && (
        // Another quote starts another countdown, with its own announcements.
        <CountdownBar key={quote.quote_id} countdown={countdown} label="Esta cotação vale por" />
      )}
      {(isExpired || notice !== null) && (
        <div role="alert">
          <Notice tone="warn">{isExpired ? expiredMessage : notice}</Notice>
        </div>
      )}
      <div data-expired={isExpired ? '' : undefined} className={css.quote}>
        <Exchange partner_name={partner.name} {...quote}>
          <dl className={`facts ${css.terms}`}>
            <dt>Seu saldo no {partner.name}</dt>
            <dd className="figures">{formatPoints(quote.partner_balance)}</dd>
            {!isShort && (
              <>
                <dt>Depois do resgate</dt>
                <dd className="figures">{formatPoints(quote.partner_balance - quote.partner_points)}</dd>
              </>
            )}
            <dt>Validade no clube</dt>
            <dd>{formatDays(lifetime_days)} a partir do crédito</dd>
          </dl>
        </Exchange>
      </div>
      {problem !== null && (
        <div role="alert">
          <Notice tone="warn">{problem}</Notice>
        </div>
      )}
      {isExpired ? (
        <Button pending={renewal.pending} onClick={() => void renew()}>
          Ver nova cotação
        </Button>
      ) : (
        <form className="stack" {...form.props}>
          {quote.needs_password && <PasswordInPlace field={form.field('current_password')} />}
          <RegulationLink campaign={campaign} />
          <ConfirmingButton
            key={quote.quote_id}
            type="submit"
            pending={form.pending || renewal.pending}
            disabled={isShort && !isSent}
          >
            {`Resgatar ${formatPoints(quote.club_points)}`}
          </ConfirmingButton>
        </form>
      )}
      {!isSent && (
        <Button variant="quiet" onClick={onBack}>
          Mudar os pontos
        </Button>
      )}
    </section>
  )
}

type PasswordInPlaceProps = {
  field: {
    name: string
    value: string
    onChange: (value: string) => void
    onBlur: () => void
    error: string | undefined
  }
}

/** The password for a redemption above the configured value. */
function PasswordInPlace({ field }: PasswordInPlaceProps) {
  const { data } = useProfile()
  return (
    <>
      {data && <Username value={formatDocument(data)} />}
      <PasswordField
        label="Sua senha"
        helper="Resgates deste valor pedem a sua senha de novo."
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...field}
      />
    </>
  )
}
