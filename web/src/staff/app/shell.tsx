import { useState, type ReactNode } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { roles as knownRoles } from '@clube/contract/kernel/permissions.ts'
import { staffSignOutCall } from '@clube/contract/staff/sign-in-calls.ts'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { LazyLoader } from '../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Chip } from '../../kit/surface/chip.tsx'
import { ClubBrand } from '../../parts/club-brand/club-brand.tsx'
import { DraftOwnerProvider } from '../../parts/draft/draft-owner.tsx'
import { useAction } from '../../parts/use-action.ts'
import { ErrorBoundary } from '../../platform/monitoring/error-boundary.tsx'
import { FocusKeeper } from '../../platform/navigation/focus-keeper.ts'
import { QueryCache } from '../../platform/server-data/query-cache.ts'
import { QueryCacheProvider } from '../../platform/server-data/use-query.tsx'
import { eraseDrafts } from '../../platform/storage/drafts.ts'
import { discardDecisions, sendDelayedDecisions, UndoBar } from '../parts/delayed-decision.tsx'
import { DeskPage, Key } from '../parts/desk-page.tsx'
import { setShortcutsOn, useShortcuts, useShortcutsOn } from '../parts/shortcuts.ts'
import { formatWaitingCount, useWaitingCounts } from '../parts/waiting-counts.ts'
import { setStaffSession, useHasPermission, useStaffIdentity } from '../parts/staff-session.ts'
import { customerPage, desks, desksOf } from './desks.ts'
import { ErrorPage } from './error-page.tsx'
import { staffPaths } from './paths.ts'
import { RecoveryCodesNote } from './recovery-codes-note.tsx'
import css from './shell.module.css'

/** The first desks have the digits 1 to 9 as shortcuts. */
const digitKeys = 9

/** The desks of the signed-in staff member, with the navigation between them. */
export function Shell() {
  const { roles, staff_id } = useStaffIdentity()
  const ownDesks = desksOf(roles)
  const canViewCustomers = useHasPermission(customerPage.permission)
  const [path, navigate] = useLocation()
  useShortcuts(
    Object.fromEntries(
      ownDesks
        .slice(0, digitKeys)
        .map((desk, index) => [String(index + 1), () => navigate(desk.path)] as const),
    ),
  )
  return (
    <StaffData>
      <FocusKeeper />
      <div className={css.shell}>
        <Sidebar />
        <div className={css.content}>
          <UndoBar />
          <RecoveryCodesNote />
          <DraftOwnerProvider owner={`staff/${staff_id}`}>
            <ErrorBoundary page={ErrorPage} resetKey={path}>
              <LazyLoader fallback={<Skeleton shape="field" count={5} />}>
                <Switch>
                  <Route path="/">
                    {ownDesks[0] ? <Redirect to={ownDesks[0].path} replace /> : <NoDesk />}
                  </Route>
                  {desks.map((desk) => (
                    <Route key={desk.path} path={`${desk.path}/*?`}>
                      {ownDesks.includes(desk) ? <desk.page /> : <ForbiddenDesk />}
                    </Route>
                  ))}
                  <Route path={staffPaths.customer(':id')}>
                    {canViewCustomers ? <customerPage.page /> : <ForbiddenDesk />}
                  </Route>
                  <Route>
                    <NotFoundDesk />
                  </Route>
                </Switch>
              </LazyLoader>
            </ErrorBoundary>
          </DraftOwnerProvider>
        </div>
      </div>
    </StaffData>
  )
}

/**
 * Provides a cache of server data that ends with the session: nothing loaded for the previous person is visible to the next.
 */
function StaffData({ children }: { children: ReactNode }) {
  const [cache] = useState(
    () =>
      // Reading may write an audit line, so no event reloads data.
      new QueryCache({ staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  )
  return <QueryCacheProvider cache={cache}>{children}</QueryCacheProvider>
}

function Sidebar() {
  const { name, roles } = useStaffIdentity()
  const [path, navigate] = useLocation()
  const hasShortcuts = useShortcutsOn()
  const countOf = useWaitingCounts()
  const { run } = useAction()
  const signOut = async () => {
    if (!(await sendDelayedDecisions())) return
    await run((send) => send(staffSignOutCall, { body: {} }), {
      onSuccess: () => {
        eraseDrafts('staff')
        discardDecisions()
        setStaffSession({ kind: 'signedOut', ended: false })
        // The next person begins at the start page.
        navigate(staffPaths.home, { replace: true })
      },
    })
  }
  return (
    <aside className={css.sidebar}>
      <div className={css.brand}>
        <ClubBrand />
      </div>
      <nav aria-label="Mesas" className={css.desks}>
        {desksOf(roles).map((desk, index) => (
          <Link
            key={desk.path}
            href={desk.path}
            className={`row ${css.link}`}
            aria-current={path.startsWith(desk.path) ? 'page' : undefined}
            aria-keyshortcuts={hasShortcuts && index < digitKeys ? String(index + 1) : undefined}
          >
            {hasShortcuts && (
              <span className={css.digit} title={`Tecla ${index + 1}`} aria-hidden="true">
                {index < digitKeys && <Key>{index + 1}</Key>}
              </span>
            )}
            <span className={css.title}>{desk.title}</span>
            <WaitingCount count={countOf(desk.waiting)} />
          </Link>
        ))}
      </nav>
      <div className={css.person}>
        <p className={css.name}>{name}</p>
        <p className="row">
          {roles.map((role) => (
            <Chip key={role} tone="accent">
              {knownRoles[role].title}
            </Chip>
          ))}
        </p>
        <button
          type="button"
          className={css.quiet}
          aria-pressed={hasShortcuts}
          onClick={() => setShortcutsOn(!hasShortcuts)}
        >
          Teclas de atalho: {hasShortcuts ? 'ligadas' : 'desligadas'}
        </button>
        <button type="button" className={css.quiet} onClick={signOut}>
          Sair
        </button>
      </div>
    </aside>
  )
}

/** The number of items waiting at a desk. Renders nothing for zero. */
function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  const text = formatWaitingCount(count)
  return (
    <span className={css.count} title={`${text} à espera`}>
      {text}
      <span className="sr-only"> à espera</span>
    </span>
  )
}

const home = <Link href={staffPaths.home}>Ir para o início</Link>

/** The page for an unknown path. */
const NotFoundDesk = () => (
  <DeskPage title="Página não encontrada">
    <EmptyState illustration="search" action={home}>
      Não há nada neste endereço.
    </EmptyState>
  </DeskPage>
)

/** The page for a desk that the staff member has no permission for. */
const ForbiddenDesk = () => (
  <DeskPage title="Sem permissão">
    <EmptyState illustration="search" action={home}>
      Seu papel na equipe não inclui esta mesa. Se precisar dela, fale com quem administra a equipe.
    </EmptyState>
  </DeskPage>
)

/** Roles without a desk. */
const NoDesk = () => (
  <DeskPage title="Início">
    <EmptyState illustration="chat">Não há mesas para o seu papel neste clube por enquanto.</EmptyState>
  </DeskPage>
)
