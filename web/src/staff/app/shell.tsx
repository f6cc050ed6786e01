import { useEffect, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { roles as knownRoles } from '@clube/contract/kernel/permissions.ts'
import { staffSignOutCall } from '@clube/contract/staff/sign-in-calls.ts'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { Chip } from '../../kit/surface/chip.tsx'
import { ClubBrand } from '../../parts/club-brand/club-brand.tsx'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { LoadingRows } from '../parts/desk-page.tsx'
import { StaffData } from '../parts/staff-data.tsx'
import { switchShortcuts, useShortcuts, useShortcutsOn } from '../parts/shortcuts.ts'
import { setStaffSession, useStaffIdentity } from '../parts/staff-session.ts'
import { desks, desksOf } from './desks.ts'
import { ForbiddenDesk, NoDesk, NotFoundDesk } from './other-pages.tsx'
import { staffPaths } from './paths.ts'
import { RecoveryCodesNote } from './recovery-codes-note.tsx'
import css from './shell.module.css'

/** The desks of whoever is signed in, with the way from one to the other. */
export function Shell() {
  const { roles } = useStaffIdentity()
  const mine = desksOf(roles)
  const [path, navigate] = useLocation()
  useShortcuts(
    Object.fromEntries(mine.map((desk, at) => [String(at + 1), () => navigate(desk.path)] as const)),
  )
  useArrival(path)
  return (
    <StaffData>
      <div className={css.shell}>
        <Sidebar />
        <div className={css.content}>
          <RecoveryCodesNote />
          <LazyLoader fallback={<LoadingRows />}>
            <Switch>
              <Route path="/">{mine[0] ? <Redirect to={mine[0].path} replace /> : <NoDesk />}</Route>
              {desks.map((desk) => (
                <Route key={desk.path} path={`${desk.path}/*?`}>
                  {mine.includes(desk) ? <desk.page /> : <ForbiddenDesk />}
                </Route>
              ))}
              <Route>
                <NotFoundDesk />
              </Route>
            </Switch>
          </LazyLoader>
        </div>
      </div>
    </StaffData>
  )
}

function Sidebar() {
  const { name, roles } = useStaffIdentity()
  const [path, navigate] = useLocation()
  const isOn = useShortcutsOn()
  const send = useSend()
  const signOut = async () => {
    const sent = await send(staffSignOutCall, { body: {} })
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    setStaffSession({ at: 'signedOut', ended: false })
    // Whoever comes next begins at the beginning.
    navigate(staffPaths.home, { replace: true })
  }
  return (
    <aside className={css.sidebar}>
      <div className={css.brand}>
        <ClubBrand />
      </div>
      <nav aria-label="Mesas" className={css.desks}>
        {desksOf(roles).map((desk, at) => (
          <Link
            key={desk.path}
            href={desk.path}
            className={css.link}
            aria-current={path.startsWith(desk.path) ? 'page' : undefined}
          >
            <span>{desk.title}</span>
            {isOn && <kbd>{at + 1}</kbd>}
          </Link>
        ))}
      </nav>
      <div className={css.person}>
        <p className={css.name}>{name}</p>
        <p className={css.roles}>
          {roles.map((role) => (
            <Chip key={role} tone="accent">
              {knownRoles[role].title}
            </Chip>
          ))}
        </p>
        <button
          type="button"
          className={css.quiet}
          aria-pressed={isOn}
          onClick={() => switchShortcuts(!isOn)}
        >
          Teclas de atalho: {isOn ? 'ligadas' : 'desligadas'}
        </button>
        <button type="button" className={css.quiet} onClick={() => void signOut()}>
          Sair
        </button>
      </div>
    </aside>
  )
}

/** After a move to another desk its heading is read out, and the page begins at its top. */
function useArrival(path: string) {
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    window.scrollTo(0, 0)
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    // Where somebody arrives is no control: the ring would promise one.
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }, [path])
}
