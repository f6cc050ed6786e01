import { updateEmailMarketingCall, type Profile } from '@clube/contract/identity/account-calls.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCacheProfile, useProfile } from '../../../parts/club-data/use-profile.ts'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { SignOutButton } from '../../../parts/sign-out/sign-out-button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { AddressSection } from './address-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import css from './profile.module.css'

/** The person's own data (`/perfil`), read first and changed one small form at a time. */
export function ProfilePage() {
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

/** Links can lead to one section: `/perfil#endereco`. */
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
  // The new value shows immediately and stays until the profile contains it, so that the switch does not flicker.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const stored = profile.email_marketing_subscription === 'yes'
  useEffect(() => setChosen(null), [stored])

  const change = async (isSubscribed: boolean) => {
    const body = { email_marketing_subscription: isSubscribed ? 'yes' : 'no' } as const
    setChosen(isSubscribed)
    const changed = await run((send) => send(updateEmailMarketingCall, { body }), {
      success: isSubscribed ? 'Você vai receber as nossas ofertas.' : 'Você não vai mais receber ofertas.',
      onSuccess,
      place: 'form',
    })
    if (!changed) setChosen(null)
  }

  return (
    <section
      id="ofertas"
      className={`stack raised ${css.section}`}
      aria-labelledby="ofertas-titulo"
      tabIndex={-1}
    >
      <h2 id="ofertas-titulo">Ofertas por e-mail</h2>
      <Switch
        checked={chosen ?? stored}
        pending={pending}
        onChange={(isSubscribed) => void change(isSubscribed)}
      >
        Quero receber ofertas por e-mail
      </Switch>
    </section>
  )
}

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** True while the change is being saved; presses are ignored. */
  pending: boolean
  children: ReactNode
}

/** A setting that applies immediately, without a save button. */
function Switch({ checked, onChange, pending, children }: SwitchProps) {
  return (
    <label className={css.switch} data-pending={pending ? '' : undefined}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        className={css.track}
        checked={checked}
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={pending || undefined}
        onChange={(event) => {
          if (!pending) onChange(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
