import { useState } from 'react'
import {
  deskCampaignsCall,
  startAtDeskCall,
  type DeskCampaign,
} from '@clube/contract/campaigns/desk-calls.ts'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/desk-page.tsx'
import css from './service-desk.module.css'

type DeskParticipationsProps = {
  customer_id: string
  onStarted: (participation: TransactionView) => void
}

/**
 * Participations open to this person. Viewing them is audited, so it requires a click; opening a participation requires
 * confirmation.
 */
export function DeskParticipations({ customer_id, onStarted }: DeskParticipationsProps) {
  const { pending, run } = useAction()
  const [campaigns, setCampaigns] = useState<readonly DeskCampaign[] | null>(null)
  const load = () =>
    run((send) => send(deskCampaignsCall, { body: { customer_id } }), { onSuccess: setCampaigns })
  const start = ({ campaign_id, kind }: DeskCampaign) =>
    run((send) => send(startAtDeskCall, { body: { customer_id, campaign_id, kind } }), {
      onSuccess: onStarted,
    })
  return (
    <section className="panel" aria-labelledby="participations">
      <header className="row spread">
        <h2 id="participations">Participação em promoção</h2>
        <KeyHints hints={[['P', 'ver promoções', load]]} />
      </header>
      {campaigns === null ? (
        <div>
          <OutlineButton pending={pending} onClick={load}>
            Ver promoções
          </OutlineButton>
        </div>
      ) : campaigns.length === 0 ? (
        <Notice>Nenhuma promoção está aberta agora.</Notice>
      ) : (
        <ul className={`stack ${css.campaigns}`}>
          {campaigns.map((campaign) => (
            <li key={campaign.campaign_id}>
              <Campaign campaign={campaign} pending={pending} onStart={() => start(campaign)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type CampaignProps = { campaign: DeskCampaign; pending: boolean; onStart: () => unknown }

function Campaign({ campaign, pending, onStart }: CampaignProps) {
  const { title, kind, ends_at, open, reasons } = campaign
  return (
    <>
      <header className="row spread">
        <h3>{title}</h3>
        <Chip tone={open ? 'accent' : reasons.length === 0 ? 'good' : 'bad'}>
          {open ? 'Já aberta' : reasons.length === 0 ? 'Pode participar' : 'Não pode participar'}
        </Chip>
      </header>
      <p className="soft small">
        {promotionKindProperties[kind].title}, até {formatInstant(ends_at)}
      </p>
      {open ? (
        <p>
          Protocolo <strong className="figures">{open.protocol}</strong>, até {formatInstant(open.expires_at)}
        </p>
      ) : reasons.length === 0 ? (
        <ConfirmButton
          question={`Confirmar: abrir em ${title}`}
          consequence={<p>A participação fica na conta da pessoa, com protocolo.</p>}
          pending={pending}
          onConfirm={onStart}
        >
          Abrir participação
        </ConfirmButton>
      ) : (
        <ul className={css.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </>
  )
}
