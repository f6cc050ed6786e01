import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen } from '../../../kit/page/screen.tsx'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { clubHour } from '../../../parts/club-day.ts'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useSession } from '../../../platform/session/session-store.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { greetedName, greetingAt } from './greeting.ts'
import { MemberCard } from './member-card.tsx'
import { FirstStep, NextSteps, useNextSteps } from './next-steps.tsx'
import { ProfileSummary } from './profile-summary.tsx'
import { WhatsOn } from './whats-on.tsx'
import css from './home.module.css'

/** The club's home for whoever is in the account. */
export function HomePage() {
  useTitle('Início')
  const session = useSession()
  const [hour] = useState(() => clubHour(new Date()))
  const name = session.at === 'signedIn' ? greetedName(session.customer_name ?? '') : ''
  // Who entered without a password is identified, not recognised: no personal data for them.
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
      {recognised ? (
        <ClubData>
          <Account />
        </ClubData>
      ) : (
        <Identified />
      )}
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

function Identified() {
  return (
    <div className={css.column}>
      <Notice>Para ver e alterar os seus dados, entre com a sua senha.</Notice>
      <Link href={paths.signIn} asChild>
        <Button href={paths.signIn} compact>
          Entrar com senha
        </Button>
      </Link>
    </div>
  )
}
