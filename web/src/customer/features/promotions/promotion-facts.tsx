import type { Audience, CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { Section } from '../../../kit/page/section.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { formatShortDateTime, formatEnd } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { promotions } from '../../promotions/promotions.ts'
import css from './promotions.module.css'

/** Period, eligibility, documents, and the facts required by law. */
export function PromotionFacts({ campaign }: { campaign: CampaignPage }) {
  const { minimum_age } = useClub()
  const Facts = promotions[campaign.kind]?.Facts
  const { spend_rule: spend, limit_per_customer: limit, redeem_until } = campaign
  const facts = {
    Período: `De ${formatShortDateTime(campaign.starts_at)} até ${formatEnd(campaign.ends_at)}`,
    'Quem pode participar': describeAudience(campaign.audience, minimum_age),
    'Notas fiscais':
      spend &&
      `A cada ${formatCents(spend.every_cents)} em notas, ${formatParticipations(spend.participations)}`,
    'Limite por pessoa': limit === null ? null : formatParticipations(limit),
    Retirada: redeem_until && `Até ${formatEnd(redeem_until)}`,
  }
  return (
    <Section title="Como funciona" className={`stack raised ${css.facts}`}>
      <dl className={css.list}>
        {Object.entries(facts).map(
          ([label, value]) =>
            value && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
        {Facts && <Facts campaign={campaign} />}
      </dl>
      <Documents campaign={campaign} />
      <Legal campaign={campaign} />
    </Section>
  )
}

const formatParticipations = (participations: number): string =>
  participations === 1 ? '1 participação' : `${participations} participações`

/** Describes who may take part. */
function describeAudience({ document_types, minimum_age }: Audience, clubAge: number): string {
  const people = document_types.includes('cpf')
    ? `pessoas com CPF a partir de ${minimum_age ?? clubAge} anos`
    : ''
  const companies = document_types.includes('cnpj') ? 'empresas com CNPJ' : ''
  const both = [people, companies].filter((part) => part !== '').join(' e ')
  return both.charAt(0).toUpperCase() + both.slice(1)
}

function Documents({ campaign }: { campaign: CampaignPage }) {
  const { slug: scope, regulation_version, terms_version } = campaign
  const versions = { promotion_regulation: regulation_version, promotion_terms: terms_version }
  const links = (Object.keys(versions) as (keyof typeof versions)[]).flatMap((kind) => {
    const version = versions[kind]
    if (version === null) return []
    const search = new URLSearchParams({ version, scope }).toString()
    return (
      <Link key={kind} href={`${paths.document(kind)}?${search}`}>
        {consentTitles[kind]}
      </Link>
    )
  })
  return links.length > 0 && <p className={`row ${css.links}`}>{links}</p>
}

function Legal({ campaign }: { campaign: CampaignPage }) {
  const { certificate_number, authority, prize_list } = campaign.legal
  if (!certificate_number && prize_list.length === 0) return null
  return (
    <>
      {prize_list.length > 0 && (
        <>
          <h3>Prêmios</h3>
          <ul className={css.prizes}>
            {prize_list.map(({ title, quantity, value_cents }) => (
              <li key={title}>
                {quantity.toLocaleString('pt-BR')} × {title}, {formatCents(value_cents)} cada
              </li>
            ))}
          </ul>
        </>
      )}
      {certificate_number && (
        <p className="soft">
          Certificado de autorização {certificate_number}
          {authority && `, ${authority}`}
        </p>
      )}
    </>
  )
}
