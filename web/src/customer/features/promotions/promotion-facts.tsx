import type { Audience, CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { Link } from 'wouter'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { clubMoment, clubUntil } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { promotions } from '../../promotions/promotions.ts'
import css from './promotions.module.css'

/** Period, eligibility, documents, and the facts required by law. */
export function PromotionFacts({ campaign }: { campaign: CampaignPage }) {
  const { minimum_age } = useClub()
  const Facts = promotions[campaign.kind]?.Facts
  const { spend_rule: spend, limit_per_customer: limit } = campaign
  return (
    <section className={css.facts} aria-labelledby="como-funciona">
      <h2 id="como-funciona">Como funciona</h2>
      <dl className={css.list}>
        <dt>Período</dt>
        <dd>
          De {clubMoment(campaign.starts_at)} até {clubUntil(campaign.ends_at)}
        </dd>
        <dt>Quem pode participar</dt>
        <dd>{describeAudience(campaign.audience, minimum_age)}</dd>
        {spend && (
          <>
            <dt>Notas fiscais</dt>
            <dd>
              A cada {formatCents(spend.every_cents)} em notas,{' '}
              {spend.participations === 1 ? '1 participação' : `${spend.participations} participações`}
            </dd>
          </>
        )}
        {limit !== null && (
          <>
            <dt>Limite por pessoa</dt>
            <dd>{limit === 1 ? '1 participação' : `${limit} participações`}</dd>
          </>
        )}
        {campaign.redeem_until && (
          <>
            <dt>Retirada</dt>
            <dd>Até {clubUntil(campaign.redeem_until)}</dd>
          </>
        )}
        {Facts && <Facts campaign={campaign} />}
      </dl>
      <Documents campaign={campaign} />
      <Legal campaign={campaign} />
    </section>
  )
}

/** Describes who may take part. */
function describeAudience({ document_types, minimum_age }: Audience, clubAge: number): string {
  const people = document_types.includes('cpf')
    ? `pessoas com CPF a partir de ${minimum_age ?? clubAge} anos`
    : ''
  const companies = document_types.includes('cnpj') ? 'empresas com CNPJ' : ''
  const both = [people, companies].filter((words) => words !== '').join(' e ')
  return both.charAt(0).toUpperCase() + both.slice(1)
}

function Documents({ campaign }: { campaign: CampaignPage }) {
  const link = (kind: 'promotion_regulation' | 'promotion_terms', version: string | null) =>
    version === null ? null : (
      <Link
        href={`${paths.document(kind)}?${new URLSearchParams({ version, scope: campaign.slug }).toString()}`}
      >
        {consentTitles[kind]}
      </Link>
    )
  const regulation = link('promotion_regulation', campaign.regulation_version)
  const terms = link('promotion_terms', campaign.terms_version)
  if (!regulation && !terms) return null
  return (
    <p className={css.links}>
      {regulation}
      {terms}
    </p>
  )
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
        <p className={css.soft}>
          Certificado de autorização {certificate_number}
          {authority && `, ${authority}`}
        </p>
      )}
    </>
  )
}
