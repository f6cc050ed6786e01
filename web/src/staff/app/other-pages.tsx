import { Link } from 'wouter'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { staffPaths } from './paths.ts'

const home = <Link href={staffPaths.home}>Ir para o início</Link>

/** An address that leads nowhere. */
export const NotFoundDesk = () => (
  <DeskPage title="Página não encontrada">
    <EmptyState drawing="search" action={home}>
      Não há nada neste endereço.
    </EmptyState>
  </DeskPage>
)

/** A desk of somebody else. */
export const ForbiddenDesk = () => (
  <DeskPage title="Sem permissão">
    <EmptyState drawing="search" action={home}>
      Seu papel na equipe não inclui esta mesa. Se precisar dela, fale com quem administra a equipe.
    </EmptyState>
  </DeskPage>
)

/** Roles whose work is done elsewhere. */
export const NoDesk = () => (
  <DeskPage title="Início">
    <EmptyState drawing="chat">Não há mesas para o seu papel neste clube por enquanto.</EmptyState>
  </DeskPage>
)
