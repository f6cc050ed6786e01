import type { Profile } from '@clube/contract/identity/account-calls.ts'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { AddressSection } from './address-section.tsx'
import { OffersSection } from './offers-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import css from './profile.module.css'

/** The person's own data (`/perfil`), read first and changed one small form at a time. */
export function ProfilePage() {
  useTitle('Meu perfil')
  return (
    <Screen wide>
      <div className={css.page}>
        <Stack>
          <PageHeader title="Meu perfil" />
          <ClubData>
            <LoadedProfile />
          </ClubData>
        </Stack>
      </div>
    </Screen>
  )
}

function LoadedProfile() {
  const profile = useProfile()
  if (profile.data) return <Sections profile={profile.data} />
  if (profile.error) return <LoadFailure error={profile.error} onRetry={() => void profile.refetch()} />
  return (
    <Delayed>
      <output className="spoken">Carregando seu perfil</output>
      <Skeleton shape="card" count={4} />
    </Delayed>
  )
}

/** The documents that the person accepted. */
const documents = ['loyaltyclub_terms', 'loyaltyclub_regulation'] as const

function Sections({ profile }: { profile: Profile }) {
  useEffect(showNamedSection, [])
  return (
    <>
      <PersonSection profile={profile} />
      <AddressSection profile={profile} />
      <PasswordSection profile={profile} />
      <OffersSection profile={profile} />
      <nav className={css.links} aria-label="Privacidade e documentos">
        <Link href={paths.privacy}>
          Privacidade
          <Icon name="next" />
        </Link>
        {documents.map((kind) => (
          <Link key={kind} href={paths.document(kind)}>
            {consentTitles[kind]}
            <Icon name="next" />
          </Link>
        ))}
      </nav>
      <div className={css.leave}>
        <SignOutButton look="outline" />
      </div>
    </>
  )
}

/** Links can lead to one section: `/perfil#endereco`. */
function showNamedSection() {
  const section = document.getElementById(location.hash.slice(1))
  if (!section) return
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}
