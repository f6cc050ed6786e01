import { unlinkPartnerCall, type Partner, type Redemption } from '@clube/contract/partner-points/calls.ts'
import { unavailablePartnerRefusals } from '@clube/contract/partner-points/refusals.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatDate, formatShortDateTime } from '../../../parts/club-time.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { formatLimits } from './amount.ts'
import { partnerPaths } from './partner-paths.ts'
import css from './partner-points.module.css'
import { ProcessingRedemptions } from './processing-redemptions.tsx'
import { clubPointsText, partnerPointsText, stateChip } from './redemption-labels.ts'
import { partnersKey, usePartners, useRedemptions } from './use-partners.ts'

/** Parceiros: redemptions in processing, the partners with the linked accounts, and all redemptions. */
export function PartnersPage() {
  return (
    <Page title="Parceiros">
      <p className="soft">Troque pontos de programas parceiros por pontos do clube.</p>
      <ProcessingRedemptions />
      <Loaded query={usePartners()} loadingText="Carregando os programas parceiros">
        {(partners) =>
          partners.length === 0 ? (
            <EmptyList illustration="points" href={paths.promotions} action="Ver promoções">
              O clube não tem programas parceiros no momento.
            </EmptyList>
          ) : (
            <ul className="stack">
              {partners.map((partner) => (
                <li key={partner.partner}>
                  <PartnerCard partner={partner} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <History />
    </Page>
  )
}

function PartnerCard({ partner }: { partner: Partner }) {
  const { name, is_on, link, campaigns } = partner
  return (
    <section className="stack raised" aria-label={name}>
      <div className={`row spread ${css.head}`}>
        <h2 className="title">{name}</h2>
        {is_on ? (
          <Chip tone={link ? 'good' : undefined}>{link ? 'Conta vinculada' : 'Sem conta vinculada'}</Chip>
        ) : (
          <Chip tone="warn">Suspenso</Chip>
        )}
      </div>
      {!is_on && (
        <Notice tone="warn">
          {fillMessage(unavailablePartnerRefusals['partner-points.switched-off'].message, { partner: name })}
        </Notice>
      )}
      {link && (
        <p className="figures">
          Sua conta termina em <strong>{link.member_end}</strong>
          <br />
          <span className="soft small">Vinculada em {formatDate(link.linked_at)}</span>
        </p>
      )}
      {is_on && campaigns.length === 0 && (
        <p className="soft">Nenhuma promoção troca pontos deste programa no momento.</p>
      )}
      {is_on && campaigns.length > 0 && (
        <ul className="lines">
          {campaigns.map((campaign) => (
            <li key={campaign.campaign_id} className={css.offer}>
              <ForwardLink
                href={partnerPaths.redeem(campaign.slug)}
                title={campaign.title}
                text={[`${formatLimits(campaign)}.`, leftText(campaign.left_today)].filter(Boolean).join(' ')}
              />
            </li>
          ))}
        </ul>
      )}
      {link ? (
        <Unlink partner={partner} />
      ) : (
        is_on && (
          <LinkButton
            href={partnerPaths.link(partner.partner)}
            variant={campaigns.length > 0 ? 'primary' : 'outline'}
          >
            Vincular conta
          </LinkButton>
        )
      )}
    </section>
  )
}

/** What the daily limit still allows. */
const leftText = (left: number | null): string => {
  if (left === null) return ''
  if (left === 0) return 'Você já fez os resgates de hoje.'
  return left === 1 ? 'Ainda 1 resgate hoje.' : `Ainda ${left.toLocaleString('pt-BR')} resgates hoje.`
}

function Unlink({ partner: { partner, name } }: { partner: Partner }) {
  const dialog = useDialog()
  const { pending, run } = useAction()
  const unlink = async () => {
    await run((send) => send(unlinkPartnerCall, { body: { partner } }), {
      success: `Conta do ${name} desvinculada.`,
      refresh: [partnersKey],
    })
    dialog.close()
  }
  return (
    <>
      <div>
        <Button variant="outline" compact onClick={dialog.open}>
          Desvincular
        </Button>
      </div>
      <ConfirmDialog
        {...dialog.props}
        title="Desvincular a conta?"
        confirm="Desvincular"
        pending={pending}
        onConfirm={unlink}
      >
        <p>
          Sua autorização termina, e o clube deixa de trocar pontos do {name}. Os pontos que você já recebeu
          continuam seus, e você pode vincular a conta de novo quando quiser.
        </p>
      </ConfirmDialog>
    </>
  )
}

function History() {
  return (
    <Section title="Seus resgates">
      <PagedList
        list={useRedemptions()}
        loadingText="Carregando seus resgates"
        className={`raised lines ${css.history}`}
        keyOf={({ transaction_id }) => transaction_id}
        empty={
          <EmptyState illustration="points">Você ainda não trocou pontos de um programa parceiro.</EmptyState>
        }
      >
        {(redemption) => <HistoryLine redemption={redemption} />}
      </PagedList>
    </Section>
  )
}

function HistoryLine({ redemption }: { redemption: Redemption }) {
  const { transaction_id, partner_points, partner_name, club_points, requested_at } = redemption
  const { title, tone } = stateChip(redemption)
  return (
    <div className={css.entry}>
      <ForwardLink
        href={partnerPaths.redemption(transaction_id)}
        title={clubPointsText(club_points)}
        text={`${partnerPointsText(partner_points, partner_name)}, ${formatShortDateTime(requested_at)}`}
      />
      <Chip tone={tone}>{title}</Chip>
    </div>
  )
}
