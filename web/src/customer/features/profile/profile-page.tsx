import type { Profile } from '@clube/contract/identity/profile-call.ts'
import { updateEmailMarketingCall } from '@clube/contract/identity/account-calls.ts'
import { useEffect } from 'react'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCacheProfile, useProfile } from '../../../parts/club-data/use-profile.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { usePreload } from '../../../parts/lazy-part.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { AddressSection } from './address-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ContactConfirmation, PersonSection } from './person-section.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import css from './profile.module.css'

/** The person's own data (`/perfil`), read first and changed one small form at a time. */
export function ProfilePage() {
  usePreload(ContactConfirmation)
  return (
    <Page title="Meu perfil" width="text">
      <Loaded
        query={useProfile()}
        loadingText="Carregando seu perfil"
        skeleton={<Skeleton shape="card" count={4} />}
      >
        {(profile) => <Sections profile={profile} />}
      </Loaded>
    </Page>
  )
}

/** The documents that the person accepted. */
const documents = ['loyaltyclub_terms', 'loyaltyclub_regulation'] as const

function Sections({ profile }: { profile: Profile }) {
  useEffect(showLinkedSection, [])
  return (
    <>
      <PersonSection profile={profile} />
      <AddressSection profile={profile} />
      <PasswordSection profile={profile} />
      <NoticesSection profile={profile} />
      <OffersSection profile={profile} />
      <nav className={`raised lines ${css.links}`} aria-label="Privacidade e documentos">
        <ForwardLink href={paths.privacy} title="Privacidade" />
        {documents.map((kind) => (
          <ForwardLink key={kind} href={paths.document(kind)} title={consentTitles[kind]} />
        ))}
      </nav>
      <div className={css.leave}>
        <SignOutButton variant="outline" />
      </div>
    </>
  )
}

/** Scrolls to the section named by the fragment: `/perfil#endereco`. */
function showLinkedSection() {
  const section = document.getElementById(location.hash.slice(1))
  if (!section) return
  section.scrollIntoView({ block: 'start' })
  section.focus({ preventScroll: true })
}

/** Switch for marketing e-mails: as easy to turn off as on. */
function OffersSection({ profile }: { profile: Profile }) {
  const { pending, run } = useAction()
  const onSuccess = useCacheProfile()
  const save = (isSubscribed: boolean) => {
    const body = { email_marketing_subscription: isSubscribed ? 'yes' : 'no' } as const
    const success = isSubscribed
      ? 'Você vai receber as nossas ofertas.'
      : 'Você não vai mais receber ofertas.'
    return run((send) => send(updateEmailMarketingCall, { body }), { success, onSuccess, place: 'form' })
  }

  return (
    <section
      id="ofertas"
      className={`stack raised ${css.section}`}
      aria-labelledby="ofertas-titulo"
      tabIndex={-1}
    >
      <h2 id="ofertas-titulo">Ofertas por e-mail</h2>
      <SettingSwitch stored={profile.email_marketing_subscription === 'yes'} pending={pending} save={save}>
        Quero receber ofertas por e-mail
      </SettingSwitch>
    </section>
  )
}
