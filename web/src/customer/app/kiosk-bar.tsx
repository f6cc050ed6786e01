import { Link, useLocation } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import { ClubBrand } from '../../parts/club-brand/club-brand.tsx'
import { SignOutButton } from '../../parts/sign-out/sign-out-button.tsx'
import { useClub } from '../../platform/app/app-context.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { hasPresenceHint } from '../../platform/session/presence-hint.ts'
import { useSession } from '../../platform/session/session-store.ts'
import css from './kiosk-bar.module.css'

/** A link to the home page and a sign-out button, above every page of a session, a registration or a sign-in at a kiosk. */
export function KioskBar() {
  const club = useClub()
  const [path] = useLocation()
  const session = useSession()
  // After a reload a public page does not check the session.
  const isSignedIn = session.kind === 'signedIn' || (session.kind === 'unknown' && hasPresenceHint())
  if (!isSignedIn && path !== paths.registration && path !== paths.signIn) return null
  return (
    <header className={`row spread ${css.bar}`}>
      {isSignedIn ? (
        <Link href={paths.home} className={css.home} aria-label={`${club.name}: início`}>
          <ClubBrand />
        </Link>
      ) : (
        <ClubBrand />
      )}
      <SignOutButton variant="outline" />
    </header>
  )
}

const uses = [
  'Cadastrar suas notas e juntar pontos',
  'Participar das promoções e ver seus ingressos',
  'Consultar pontos, notas e participações',
]

/** What a kiosk can be used for and where help is available, below the first step of sign-in. */
export function KioskHints() {
  const { text } = useClub().service_desk
  const [path] = useLocation()
  const isSignedIn = useSession().kind === 'signedIn'
  if (isSignedIn || path !== paths.signIn) return null
  return (
    <footer className={css.hints}>
      <h2>Neste totem você pode</h2>
      <ul className="tight">
        {uses.map((use) => (
          <li key={use}>
            <Icon name="check" />
            {use}
          </li>
        ))}
      </ul>
      <p className="soft">Precisa de ajuda? {text}</p>
    </footer>
  )
}
