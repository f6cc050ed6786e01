import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { useState } from 'react'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen } from '../../../kit/page/screen.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { clubHourOf } from '../../../parts/club-time.ts'
import { PasswordNeeded } from '../../../parts/password-needed/password-needed.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useSession } from '../../../platform/session/session-store.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { greetedName, greetingAt } from './greeting.ts'
import { MemberCard } from './member-card.tsx'
import { FirstStep, NextSteps, useNextSteps } from './next-steps.tsx'
import { ProfileSummary } from './profile-summary.tsx'
import { WhatsOn } from './whats-on.tsx'
import css from './home.module.css'

/** The club's home for a signed-in customer. */
export function HomePage() {
  useTitle('Início')
  const session = useSession()
  const [hour] = useState(() => clubHourOf(new Date()))
  const name = session.at === 'signedIn' ? greetedName(session.customer_name ?? '') : ''
  // A document-only session proves no identity, so it sees no personal data.
  const recognised = session.at === 'signedIn' && session.level === 'customer'
  return (
    <Screen wide>
      <header className={css.top}>
        <ClubBrand />
        <SignOutButton />
      </header>
      <h1 className={css.greeting}>
        {greetingAt(hour)}
        {name && `, ${name}`}
      </h1>
      <ClubData>{recognised ? <Account /> : <Identified />}</ClubData>
    </Screen>
  )
}

function Account() {
  const profile = useProfile()
  if (profile.data) return <Known profile={profile.data} />
  if (profile.error) return <LoadFailure error={profile.error} onRetry={() => void profile.refetch()} />
  return (
    <Delayed>
      <output className="spoken">Carregando seus dados</output>
      <div className={css.columns}>
        <div className={css.column}>
          <Skeleton shape="picture" />
          <Skeleton count={4} />
        </div>
        <Skeleton shape="card" count={2} />
      </div>
    </Delayed>
  )
}

function Known({ profile }: { profile: Profile }) {
  const { first, others } = useNextSteps(profile)
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <MemberCard profile={profile} />
        <FirstStep step={first} />
        <AtAGlance />
      </div>
      <div className={`${css.column} ${css.club}`}>
        <WhatsOn />
        <NextSteps steps={others} />
      </div>
      <ProfileSummary profile={profile} />
    </div>
  )
}

/** The home of a document-only session: the greeting, and what the club lets it do. */
function Identified() {
  const { may } = useClub().passwordless_sessions
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <PasswordNeeded action="Entrar com senha">
          Para ver e alterar os seus dados, entre com a sua senha.
        </PasswordNeeded>
        {may === 'participate' && <AtAGlance />}
      </div>
      {may === 'participate' && (
        <div className={`${css.column} ${css.club}`}>
          <WhatsOn />
        </div>
      )}
    </div>
  )
}
