import { Link, useLocation } from 'wouter'
import { changeCampaignCall, submitCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { staffPaths, withQuery } from '../../app/paths.ts'
import { ConfirmButton, CopyButton, DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/desk-page.tsx'
import { linkOf } from './campaign-labels.ts'
import { CampaignOverview, FoundCampaign, LegalNotice, Readiness } from './campaign-view.tsx'
import { RegulationCorrection } from './regulation-change.tsx'
import { useCampaignResults, useCampaignStep, useStaffCampaigns } from './use-campaigns.ts'

/** One campaign: its plan, its missing items, and the possible next steps. */
export function CampaignPage({ id }: { id: string }) {
  const [, navigate] = useLocation()
  return (
    <FoundCampaign
      list={useStaffCampaigns()}
      id={id}
      titleOf={(campaign) => campaign?.title ?? 'Promoção'}
      back={<Link href={staffPaths.campaigns}>Voltar às promoções</Link>}
      notFound="Promoção não encontrada."
    >
      {(campaign) => (
        <>
          <div className="row">
            <CopyButton text={linkOf(campaign.slug)} copiedMessage="Link copiado.">
              Copiar o link da página
            </CopyButton>
            {campaign.is_kind_built && (
              <OutlineButton onClick={() => navigate(withQuery(staffPaths.newCampaign, { copia: id }))}>
                Duplicar
              </OutlineButton>
            )}
          </div>
          <KeyHints
            hints={[
              ['B', 'voltar', () => navigate(staffPaths.campaigns)],
              ...(campaign.state === 'draft'
                ? [['E', 'editar', () => navigate(staffPaths.editCampaign(id))] as const]
                : []),
            ]}
          />
          <CampaignOverview campaign={campaign} title="Andamento">
            <Steps campaign={campaign} />
          </CampaignOverview>
        </>
      )}
    </FoundCampaign>
  )
}

const stepTexts = {
  pause: {
    button: 'Pausar',
    question: 'Confirmar: pausar',
    consequence: 'Sai das listas dos clientes, e ninguém participa até que seja retomada.',
    done: 'Promoção pausada.',
  },
  resume: {
    button: 'Retomar',
    question: 'Confirmar: retomar',
    consequence: 'Volta na hora às listas dos clientes.',
    done: 'Promoção retomada.',
  },
  end: {
    button: 'Encerrar',
    question: 'Confirmar: encerrar de vez',
    consequence: 'Termina agora, antes do prazo, e não volta.',
    done: 'Promoção encerrada.',
  },
  archive: {
    button: 'Arquivar',
    question: 'Confirmar: arquivar',
    consequence: 'Os clientes deixam de ver a página. Não volta.',
    done: 'Promoção arquivada.',
  },
} as const
type Step = keyof typeof stepTexts

type StatusInfo = {
  text: (campaign: StaffCampaign) => string
  steps: readonly Step[]
  /** True if customers can open the campaign's page. */
  isPublic?: boolean
}

/** The meaning of each state after approval, and the possible next steps. */
const statusInfos: Readonly<Record<Exclude<CampaignState, 'draft' | 'in_review'>, StatusInfo>> = {
  scheduled: {
    text: ({ starts_at, ends_at }) =>
      `Aprovada. Começa sozinha em ${formatInstant(starts_at)} e termina em ${formatInstant(ends_at)}.`,
    steps: ['end'],
  },
  active: {
    text: (campaign) => `No ar para os clientes. ${describeEnd(campaign)}`,
    steps: ['pause', 'end'],
    isPublic: true,
  },
  paused: {
    text: ({ ends_at }) =>
      `Pausada: saiu das listas dos clientes e ninguém participa até que seja retomada. O prazo não para: termina em ${formatInstant(ends_at)}.`,
    steps: ['resume', 'end'],
  },
  ended: {
    text: () => 'Encerrada, e não volta. A página continua aberta para os clientes até que seja arquivada.',
    steps: ['archive'],
    isPublic: true,
  },
  archived: {
    text: () => 'Arquivada: os clientes não a veem mais. Os registros de quem participou ficam guardados.',
    steps: [],
  },
}

/** The next step, and the buttons for it. */
function Steps({ campaign }: { campaign: StaffCampaign }) {
  const { state, campaign_id, slug } = campaign
  const { pending, step } = useCampaignStep()
  if (state === 'draft') return <Draft campaign={campaign} />
  if (state === 'in_review')
    return (
      <>
        <p>
          Espera a assinatura de uma segunda pessoa, que não tenha escrito nada nesta promoção. Enquanto isso
          ninguém a altera; para mudar algo, peça a quem aprova que a devolva.
        </p>
        <Readiness campaign={campaign} />
      </>
    )
  const { text, steps, isPublic = false } = statusInfos[state]
  const isRunning = state === 'scheduled' || state === 'active' || state === 'paused'
  const change = (event: Step) =>
    step((send) => send(changeCampaignCall, { body: { campaign_id, event } }), stepTexts[event].done)
  return (
    <>
      <p>{text(campaign)}</p>
      {isPublic && (
        <a href={paths.promotion(slug)} target="_blank" rel="noreferrer">
          Ver como o cliente vê (abre outra página)
        </a>
      )}
      <Link href={staffPaths.campaignResults(campaign_id)}>Resultados</Link>
      {steps.length > 0 && (
        <div className="row">
          {steps.map((event) => (
            <ConfirmButton
              key={event}
              question={stepTexts[event].question}
              consequence={
                <>
                  <p>{stepTexts[event].consequence}</p>
                  {(event === 'pause' || event === 'end') && (
                    <AffectedPeople campaign_id={campaign_id} event={event} />
                  )}
                </>
              }
              pending={pending}
              onConfirm={() => change(event)}
            >
              {stepTexts[event].button}
            </ConfirmButton>
          ))}
        </div>
      )}
      {isRunning && <RegulationCorrection campaign={campaign} />}
    </>
  )
}

/** How a pause or an early end affects current participants. */
function AffectedPeople({ campaign_id, event }: { campaign_id: string; event: 'pause' | 'end' }) {
  const { data, isError } = useCampaignResults(campaign_id)
  if (isError) return <p>Não foi possível contar agora as pessoas afetadas.</p>
  if (!data) return <p>Contando as pessoas afetadas…</p>
  return data.interruption[event].map((sentence) => <p key={sentence}>{sentence}</p>)
}

const describeEnd = ({ kind, ends_at, stock }: StaffCampaign): string =>
  promotionKindProperties[kind].ends_when_out_of_stock && stock
    ? `Termina sozinha em ${formatInstant(ends_at)}, ou antes, quando o estoque acabar.`
    : `Termina sozinha em ${formatInstant(ends_at)}.`

function Draft({ campaign }: { campaign: StaffCampaign }) {
  const { campaign_id, kind, review_note, can_waive_certificate } = campaign
  const { pending, step } = useCampaignStep()
  const editPath = staffPaths.editCampaign(campaign_id)
  const submit = () =>
    step(
      (send) => send(submitCampaignCall, { body: { campaign_id } }),
      'Enviada. Agora outra pessoa confere e assina.',
    )
  return (
    <>
      {review_note !== null && (
        <Notice tone="warn">
          <strong>Devolvida por quem aprova:</strong> {review_note}
        </Notice>
      )}
      <LegalNotice kind={kind} can_waive_certificate={can_waive_certificate} />
      <Readiness campaign={campaign} linkOf={(item) => <FixLink campaign={campaign} item={item} />} />
      <p className="soft small">
        Duas pessoas decidem: quem escreveu qualquer parte desta promoção não pode aprová-la. Depois de
        enviada ela não é mais alterada, a não ser que volte.
      </p>
      <div className="row">
        <DeskButton pending={pending} onClick={submit}>
          Enviar para aprovação
        </DeskButton>
        <Link href={editPath} asChild>
          <Button compact variant="outline" href={editPath}>
            Editar
          </Button>
        </Link>
      </div>
    </>
  )
}

/** Links to where a missing item is fixed: a document at its desk, the rest in the form. */
function FixLink({ campaign, item }: { campaign: StaffCampaign; item: FieldError }) {
  const { campaign_id, slug, regulation_version, terms_version } = campaign
  const document = {
    regulation_version: { kind: 'promotion_regulation', version: regulation_version },
    terms_version: { kind: 'promotion_terms', version: terms_version },
  }[item.path]
  if (document === undefined || document.version === null)
    return (
      <Link href={`${staffPaths.editCampaign(campaign_id)}?campo=${encodeURIComponent(item.path)}`}>
        Preencher
      </Link>
    )
  const known = { kind: document.kind, scope: slug, version: document.version }
  return <Link href={staffPaths.publishDocument(known)}>Publicar</Link>
}
