import { Link } from 'wouter'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { staffPaths } from './paths.ts'

const home = <Link href={staffPaths.home}>Ir para o início</Link>

/** The page for an unknown address. */
export const NotFoundDesk = () => (
  <DeskPage title="Página não encontrada">
    <EmptyState drawing="search" action={home}>
      Não há nada neste endereço.
    </EmptyState>
  </DeskPage>
)

/** The page for a desk that the staff member has no permission for. */
export const ForbiddenDesk = () => (
  <DeskPage title="Sem permissão">
    <EmptyState drawing="search" action={home}>
      Seu papel na equipe não inclui esta mesa. Se precisar dela, fale com quem administra a equipe.
    </EmptyState>
  </DeskPage>
)

/** Roles without a desk. */
export const NoDesk = () => (
  <DeskPage title="Início">
    <EmptyState drawing="chat">Não há mesas para o seu papel neste clube por enquanto.</EmptyState>
  </DeskPage>
)
