import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { stateById } from '@clube/contract/brazil/states.ts'
import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { Suspense, useState } from 'react'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { ClubMark } from '../../../kit/page/club-mark.tsx'
import { Screen } from '../../../kit/page/screen.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { useCredit } from '../../../parts/club-data/use-credit.ts'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { useReceipts } from '../../../parts/club-data/use-receipts.ts'
import { clubHourOf, formatMonth } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { PageVisit } from '../../../parts/page-visit.ts'
import { PasswordNeeded } from '../../../parts/password-needed/password-needed.tsx'
import { EmailText } from '../../../parts/person-fields/email-text.tsx'
import { shownContacts } from '../../../parts/shown-contacts.ts'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useSession } from '../../../platform/session/session-store.ts'
import { CampaignCards } from '../../promotions/campaign-card.tsx'
import { CreditProgress } from '../../promotions/credit-progress.tsx'
import { AtAGlance } from './at-a-glance.tsx'
import { greetedName, greetingAt, nextSteps } from './greeting.ts'
import { NowStrip } from './now-strip.tsx'
import css from './home.module.css'
import card from './member-card.module.css'

/** The home page of a signed-in customer. */
export function HomePage() {
  useTitle('Início')
  const session = useSession()
  const { may } = useClub().passwordless_sessions
  const [hour] = useState(() => clubHourOf(new Date()))
  const [visitedAt] = useState(() => Date.now())
  const name = session.kind === 'signedIn' ? greetedName(session.customer_name ?? '') : ''
  // A passwordless session proves no identity, so it sees no personal data.
  const hasFullAccess = session.kind === 'signedIn' && session.level === 'customer'
  return (
    <Screen width="wide">
      <header className={`row spread ${css.top}`}>
        <ClubBrand />
        <SignOutButton />
      </header>
      <h1 className={css.greeting}>
        {greetingAt(hour)}
        {name && `, ${name}`}
      </h1>
      {hasFullAccess || may === 'participate' ? (
        <Suspense fallback={<LoadingHome />}>
          <PageVisit value={visitedAt}>
            <NowStrip skeleton={<LoadingHome />}>{hasFullAccess ? <Account /> : <IdentifiedHome />}</NowStrip>
          </PageVisit>
        </Suspense>
      ) : (
        <IdentifiedHome />
      )}
    </Screen>
  )
}

const loadingText = 'Carregando seus dados'

const skeleton = (
  <div className={css.columns}>
    <div>
      <Skeleton shape="picture" />
      <Skeleton count={4} />
    </div>
    <Skeleton shape="card" count={2} />
  </div>
)

const LoadingHome = () => (
  <Delayed>
    <output className="sr-only">{loadingText}</output>
    {skeleton}
  </Delayed>
)

function Account() {
  return (
    <Loaded query={useProfile()} loadingText={loadingText} skeleton={skeleton}>
      {(profile) => <LoadedAccount profile={profile} />}
    </Loaded>
  )
}

function LoadedAccount({ profile }: { profile: Profile }) {
  const receipts = useReceipts()
  const has_receipts = receipts.data ? receipts.data.length > 0 : null
  const { first, others } = nextSteps({ ...profile, has_receipts })
  return (
    <div className={css.columns}>
      <div>
        <MemberCard profile={profile} />
        <ForwardLink {...first} variant="main" />
        <AtAGlance />
      </div>
      <div>
        <ReceiptProgress />
        <CurrentPromotions />
        <Section title="Para aproveitar o clube">
          <ul className="stack">
            {others.map((step) => (
              <li key={step.title}>
                <ForwardLink {...step} variant="card" />
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <ProfileSummary profile={profile} />
    </div>
  )
}

/** The home page of a passwordless session, with what the club allows it to do. */
function IdentifiedHome() {
  const { may } = useClub().passwordless_sessions
  return (
    <div className={css.columns}>
      <div>
        <PasswordNeeded action="Entrar com senha">
          Para ver os seus dados e o que você já tinha no clube, entre com a sua senha.
        </PasswordNeeded>
        {may === 'participate' && <AtAGlance />}
      </div>
      {may === 'participate' && (
        <div>
          <ReceiptProgress />
          <CurrentPromotions />
        </div>
      )}
    </div>
  )
}

/** A summary of the person's contact data, with a link to change it. */
function ProfileSummary({ profile }: { profile: Profile }) {
  const { address } = profile
  const { email, cellphone } = shownContacts(profile)
  const uf = address ? stateById(address.state_id)?.uf : undefined
  return (
    <Section title="Seus contatos" className={`stack raised ${css.summary}`}>
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>
          <EmailText email={email} />
        </dd>
        <dt>Celular</dt>
        <dd className="figures">{cellphone}</dd>
        <dt>Cidade</dt>
        <dd>{address ? `${address.city_name}${uf ? `, ${uf}` : ''}` : 'Não informada'}</dd>
      </dl>
      <div className="lines">
        <ForwardLink href={paths.profile} title="Ver e alterar meu perfil" />
        <ForwardLink href={paths.privacy} title="Privacidade" />
      </div>
    </Section>
  )
}

/** The progress of the person's receipts in each promotion in which they count. */
function ReceiptProgress() {
  const receipts = useReceipts()
  const { data: credit = [] } = useCredit({ enabled: (receipts.data?.length ?? 0) > 0 })
  const counting = credit.filter((each) =>
    each.has_ended ? each.participations > 0 : each.receipts.length > 0 || each.debt_cents > 0,
  )
  if (counting.length === 0) return null
  return (
    <Section title="Suas notas nas promoções">
      <ul className="stack">
        {counting.map((each) => (
          <li key={each.campaign_id} className="stack raised">
            <ForwardLink href={paths.promotion(each.slug)} title={each.title} />
            <CreditProgress credit={each} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Number of promotions on the home page; a link opens the others. */
const maxShown = 2

/** The first promotions of the club and a link to all of them. */
function CurrentPromotions() {
  const { data: campaigns = [], isSuccess } = useCampaigns()
  return (
    <Section title="Promoções">
      {campaigns.length > 0 && (
        <Suspense fallback={<Skeleton shape="picture" count={maxShown} />}>
          <CampaignCards campaigns={campaigns.slice(0, maxShown)} level="h3" />
        </Suspense>
      )}
      {isSuccess && campaigns.length === 0 && <p className="soft">Nenhuma promoção no momento.</p>}
      <ForwardLink href={paths.promotions} title="Ver todas as promoções" />
    </Section>
  )
}

/** The membership card: name, masked document, member since. */
function MemberCard({ profile }: { profile: Profile }) {
  const { name } = useClub()
  return (
    <section className={`raised ${card.card}`} aria-label="Seu cartão do clube">
      <svg
        className={card.arches}
        viewBox="0 0 320 200"
        preserveAspectRatio="xMaxYMax slice"
        aria-hidden="true"
      >
        {[0, 1, 2, 3].map((ring) => (
          <path
            key={ring}
            d={`M${170 + ring * 22} 200V${96 + ring * 18}a${70 - ring * 14} ${70 - ring * 14} 0 0 1 ${140 - ring * 28} 0V200`}
          />
        ))}
      </svg>
      <p className={`row ${card.club}`}>
        <ClubMark size={28} />
        {name}
      </p>
      <p className={card.name}>{profile.name}</p>
      <dl className={`row ${card.facts}`}>
        <div>
          <dt>{profile.document_type === 'cpf' ? 'CPF' : 'CNPJ'}</dt>
          <dd className="figures">{maskDocument(profile)}</dd>
        </div>
        <div>
          <dt>No clube desde</dt>
          <dd>{formatMonth(profile.member_since)}</dd>
        </div>
      </dl>
    </section>
  )
}
