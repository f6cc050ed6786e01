import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { useState } from 'react'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen } from '../../../kit/page/screen.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { clubHourOf } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { PasswordNeeded } from '../../../parts/password-needed/password-needed.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useSession } from '../../../platform/session/session-store.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { greetedName, greetingAt } from './greeting.ts'
import { MemberCard } from './member-card.tsx'
import { NextSteps, useNextSteps } from './next-steps.tsx'
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
  const hasFullAccess = session.at === 'signedIn' && session.level === 'customer'
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
      {hasFullAccess ? <Account /> : <IdentifiedHome />}
    </Screen>
  )
}

function Account() {
  const skeleton = (
    <div className={css.columns}>
      <div>
        <Skeleton shape="picture" />
        <Skeleton count={4} />
      </div>
      <Skeleton shape="card" count={2} />
    </div>
  )
  return (
    <Loaded query={useProfile()} loadingText="Carregando seus dados" skeleton={skeleton}>
      {(profile) => <LoadedAccount profile={profile} />}
    </Loaded>
  )
}

function LoadedAccount({ profile }: { profile: Profile }) {
  const { first, others } = useNextSteps(profile)
  return (
    <div className={css.columns}>
      <div>
        <MemberCard profile={profile} />
        <ForwardLink {...first} variant="main" />
        <AtAGlance />
      </div>
      <div>
        <WhatsOn />
        <NextSteps steps={others} />
      </div>
      <ProfileSummary profile={profile} />
    </div>
  )
}

/** The home of a document-only session: the greeting, and what the club lets it do. */
function IdentifiedHome() {
  const { may } = useClub().passwordless_sessions
  return (
    <div className={css.columns}>
      <div>
        <PasswordNeeded action="Entrar com senha">
          Para ver e alterar os seus dados, entre com a sua senha.
        </PasswordNeeded>
        {may === 'participate' && <AtAGlance />}
      </div>
      {may === 'participate' && (
        <div>
          <WhatsOn />
        </div>
      )}
    </div>
  )
}
