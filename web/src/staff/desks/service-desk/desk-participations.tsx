import { useState } from 'react'
import {
  deskCampaignsCall,
  startAtDeskCall,
  type DeskCampaign,
} from '@clube/contract/campaigns/desk-calls.ts'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { promotionKindFacts } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import css from './service-desk.module.css'

type DeskParticipationsProps = {
  customer_id: string
  onStarted: (participation: TransactionView) => void
}

/** What is on for this person. Looking is an audit line, so it is asked for; opening wants a second press. */
export function DeskParticipations({ customer_id, onStarted }: DeskParticipationsProps) {
  const send = useSend()
  const [campaigns, setCampaigns] = useState<readonly DeskCampaign[] | null>(null)
  const load = async () => {
    const sent = await trackPending(send(deskCampaignsCall, { body: { customer_id } }))
    if (sent.ok) setCampaigns(sent.data)
    else showFailure(sent.failure, { place: 'endpoint' })
  }
  const start = async ({ campaign_id, kind }: DeskCampaign) => {
    const sent = await trackPending(send(startAtDeskCall, { body: { customer_id, campaign_id, kind } }))
    if (sent.ok) onStarted(sent.data)
    else showFailure(sent.failure, { place: 'endpoint' })
  }
  useShortcuts({ p: () => void load() })
  return (
    <section className={css.person} aria-labelledby="participations">
      <header className={css.head}>
        <h2 id="participations">Participação em promoção</h2>
        <KeyHints hints={[['P', 'ver promoções']]} />
      </header>
      {campaigns === null ? (
        <div>
          <Button compact look="outline" onClick={() => void load()}>
            Ver promoções
          </Button>
        </div>
      ) : campaigns.length === 0 ? (
        <Notice>Nenhuma promoção está aberta agora.</Notice>
      ) : (
        <ul className={css.campaigns}>
          {campaigns.map((campaign) => (
            <li key={campaign.campaign_id}>
              <Campaign campaign={campaign} onStart={() => void start(campaign)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Campaign({ campaign, onStart }: { campaign: DeskCampaign; onStart: () => void }) {
  const { title, kind, ends_at, open, reasons } = campaign
  return (
    <>
      <header className={css.head}>
        <h3>{title}</h3>
        <Chip tone={open ? 'accent' : reasons.length === 0 ? 'good' : 'bad'}>
          {open ? 'Já aberta' : reasons.length === 0 ? 'Pode participar' : 'Não pode participar'}
        </Chip>
      </header>
      <p className={css.soft}>
        {promotionKindFacts[kind].title}, até {instantInWords(ends_at)}
      </p>
      {open ? (
        <p>
          Protocolo <strong className="figures">{open.protocol}</strong>, até{' '}
          {instantInWords(open.expires_at)}
        </p>
      ) : reasons.length === 0 ? (
        <ConfirmButton question={`Confirmar: abrir em ${title}`} onConfirm={onStart}>
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
