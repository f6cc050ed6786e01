import { formatYears } from '@clube/contract/kernel/count-formats.ts'
import { useState, type ReactNode } from 'react'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { formatCents } from '../../../parts/money.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { LinkButton } from '../../parts/buttons.tsx'
import { ConsentDialog, type NamedDocument } from '../../parts/consent-dialog.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { SpendRuleSentences } from '../../../parts/spend-rule.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { editorOf } from '../../promotions/promotion-editors.ts'
import { describeAuthors, formatStock, linkOf } from './campaign-labels.ts'
import css from './campaigns.module.css'

/** Every value of a campaign's plan, for the person who approves it. */
export function CampaignFacts({ campaign }: { campaign: StaffCampaign }) {
  const { staff_id } = useStaffIdentity()
  return (
    <div className={`stack ${css.decided}`}>
      <section className="panel">
        <h2>O que é</h2>
        <p className={css.summary}>{campaign.summary}</p>
        {campaign.description.split(/\n\s*\n/).map((paragraph, index) => (
          <p key={index} className={css.paragraph}>
            {paragraph}
          </p>
        ))}
        <FactList
          inRows
          facts={[
            ['Tipo', promotionKindProperties[campaign.kind].title],
            ['Link da página', linkOf(campaign.slug)],
            ['Número público', campaign.cd_identificador],
            ['Escrita por', describeAuthors(campaign, staff_id)],
            ['Última alteração', formatInstant(campaign.updated_at)],
          ]}
        />
      </section>
      <section className="panel">
        <h2>Quando e para quem</h2>
        <Participation campaign={campaign} />
      </section>
      <KindSettings campaign={campaign} />
      <section className="panel">
        <h2>Autorização e prêmios</h2>
        <Legal campaign={campaign} />
      </section>
      <section className="panel">
        <h2>Documentos</h2>
        <Documents campaign={campaign} />
      </section>
    </div>
  )
}

function Participation({ campaign }: { campaign: StaffCampaign }) {
  const { minimum_age: clubAge } = useClub()
  const { audience, spend_rule: spend, limit_per_customer: limit, redeem_until } = campaign
  const age = audience.minimum_age
  return (
    <FactList
      inRows
      facts={[
        ['Começa', formatInstant(campaign.starts_at)],
        ['Termina', formatInstant(campaign.ends_at)],
        ...(campaign.ended_at === null
          ? []
          : [['Terminou antes', formatInstant(campaign.ended_at)] as const]),
        ['Retirada até', redeem_until ? formatInstant(redeem_until) : 'Sem prazo próprio'],
        ['Documentos aceitos', audience.document_types.map((type) => type.toUpperCase()).join(' e ')],
        ['Idade mínima', age === null ? `${clubAge} anos, a do clube` : formatYears(age)],
        [
          'Notas fiscais',
          spend ? <SpendRuleSentences key="rule" kind={campaign.kind} rule={spend} /> : 'Não pede notas',
        ],
        ['Limite por pessoa', limit === null ? 'Sem limite' : participations(limit)],
        ['Estoque', formatStock(campaign) || 'Sem número prometido'],
      ]}
    />
  )
}

/** The settings of the campaign's kind in sentences, if it has any. */
function KindSettings({ campaign: { kind, settings, spend_rule } }: { campaign: StaffCampaign }) {
  const Summary = editorOf(kind)?.settings.Summary
  if (!Summary) return null
  return (
    <section className="panel">
      <h2>{promotionKindProperties[kind].title}</h2>
      <Summary settings={settings} spend_rule={spend_rule} />
    </section>
  )
}

const participations = (count: number): string =>
  count === 1 ? '1 participação' : `${count.toLocaleString('pt-BR')} participações`

function Legal({ campaign }: { campaign: StaffCampaign }) {
  const { kind, legal, can_waive_certificate, certificate_waiver } = campaign
  const { certificate_number, authority, prize_list } = legal
  const isEmpty = certificate_number === null && authority === null && prize_list.length === 0
  const needs = promotionKindProperties[kind].needs_certificate
  if (isEmpty && !needs)
    return <p className="soft small">Este tipo de promoção não precisa de autorização.</p>
  const without = can_waive_certificate ? 'Nenhum: quem aprova decide' : 'Falta informar'
  const total = prize_list.reduce((sum, { quantity, value_cents }) => sum + quantity * value_cents, 0)
  return (
    <>
      <FactList
        inRows
        facts={
          certificate_waiver === null
            ? [
                ['Certificado', certificate_number ?? without],
                ['Quem autorizou', authority ?? without],
              ]
            : [['Certificado', `Dispensado por quem aprovou: “${certificate_waiver}”`]]
        }
      />
      {prize_list.length > 0 && (
        <>
          <ul className={css.prizes}>
            {prize_list.map(({ title, quantity, value_cents }, index) => (
              <li key={index}>
                {quantity.toLocaleString('pt-BR')} × {title}, {formatCents(value_cents)} cada
              </li>
            ))}
          </ul>
          <p className="soft small">Valor total dos prêmios: {formatCents(total)}</p>
        </>
      )}
    </>
  )
}

function Documents({ campaign }: { campaign: StaffCampaign }) {
  const [opened, setOpened] = useState<NamedDocument | null>(null)
  const { slug: scope, regulation_version, terms_version, missing } = campaign
  const versionFact = (kind: NamedDocument['kind'], field: string, version: string | null): ReactNode => {
    if (version === null) return 'Nenhum'
    if (missing.some(({ path }) => path === field)) return `Versão ${version}, ainda não publicada`
    return <LinkButton onClick={() => setOpened({ kind, scope, version })}>Ler a versão {version}</LinkButton>
  }
  return (
    <>
      <FactList
        inRows
        facts={[
          ['Regulamento', versionFact('promotion_regulation', 'regulation_version', regulation_version)],
          ['Termos', versionFact('promotion_terms', 'terms_version', terms_version)],
        ]}
      />
      <ConsentDialog document={opened} onClose={() => setOpened(null)} />
    </>
  )
}
