import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { cancelProjectCall, type Project } from '@clube/contract/new-project/calls.ts'
import { isUndecided } from '@clube/contract/new-project/project.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatDate } from '../../../parts/club-time.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { HelpLink, participationSubject } from '../../../parts/help-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { FilePrompt } from './file-prompt.tsx'
import { projectChip } from './project-labels.ts'
import css from './projects.module.css'
import { projectDependentKeys, useMyProjects } from './use-projects.ts'

/** Meus projetos: the registered projects with their answers. */
export const ProjectsPage = () => (
  <Page title="Meus projetos">
    <Loaded query={useMyProjects()} loadingText="Carregando seus projetos">
      {(projects) =>
        projects.length === 0 ? (
          <EmptyPersonalList illustration="receipt" href={paths.promotions} action="Ver promoções">
            Seus projetos aparecem aqui.
          </EmptyPersonalList>
        ) : (
          <>
            {projects.map((project) => (
              <ProjectCard key={project.project_id} project={project} />
            ))}
            <HiddenItemsNotice />
          </>
        )
      }
    </Loaded>
  </Page>
)

function ProjectCard({ project }: { project: Project }) {
  const { state, reason, brand_name, campaign_slug, campaign_title } = project
  const { label, tone } = projectChip(state)
  const undecided = isUndecided(state)
  return (
    <article className={`stack raised ${css.project}`}>
      <div className={`row spread ${css.head}`}>
        <h2 className="title">{brand_name}</h2>
        <Chip {...(tone && { tone })}>{label}</Chip>
      </div>
      <Answer project={project} />
      {reason !== null && reason !== '' && <Notice tone="bad">{reason}</Notice>}
      <dl className="facts figures">
        <dt>Número da compra</dt>
        <dd>{project.purchase_number}</dd>
        <dt>Número de registro do projeto</dt>
        <dd>{project.project_registration_number}</dd>
        <dt>Cadastrado em</dt>
        <dd>{formatDate(project.submitted_at)}</dd>
        <dt>Protocolo</dt>
        <dd>{project.protocol}</dd>
      </dl>
      {undecided && <FilePrompt project={project} />}
      {undecided && <CancelProject project={project} />}
      <ForwardLink
        href={paths.promotion(campaign_slug)}
        title={state === 'rejected' ? 'Cadastrar de novo' : campaign_title}
      />
      <div className={css.quiet}>
        <HelpLink
          {...participationSubject(project)}
          subject={`projeto da compra ${project.purchase_number}`}
        />
      </div>
    </article>
  )
}

/** When the answer comes, or what it was. */
function Answer({ project }: { project: Project }) {
  const { state, answer_due_on, points, decided_at, cancelled_at } = project
  switch (state) {
    case 'submitted':
    case 'in_review':
      return (
        <>
          <p>
            Resposta até <strong className="figures">{formatDay(answer_due_on)}</strong>
          </p>
          {points !== null && <p className="soft">Se for aprovado, vale {formatPoints(points)}.</p>}
        </>
      )
    case 'approved':
      return <p className="soft">Aprovado em {decided_at === null ? '' : formatDate(decided_at)}</p>
    case 'rewarded':
      return <p className={css.points}>+ {formatPoints(points ?? 0)}</p>
    case 'rejected':
      return <p className="soft">Respondido em {decided_at === null ? '' : formatDate(decided_at)}</p>
    case 'cancelled':
      return <p className="soft">Cancelado em {cancelled_at === null ? '' : formatDate(cancelled_at)}</p>
    default:
      return state satisfies never
  }
}

/** Cancels a project after a confirmation. */
function CancelProject({ project: { project_id, purchase_number } }: { project: Project }) {
  const { pending, run } = useAction()
  const confirmation = useDialog()
  const cancel = async () => {
    await run((send) => send(cancelProjectCall, { body: { project_id } }), {
      success: ({ message }) => message ?? 'Projeto cancelado.',
      refresh: projectDependentKeys,
    })
    confirmation.close()
  }
  return (
    <>
      <div className={css.quiet}>
        <Button variant="quiet" compact onClick={confirmation.open}>
          Cancelar projeto
        </Button>
      </div>
      <ConfirmDialog
        {...confirmation.props}
        title="Cancelar o projeto?"
        confirm="Sim, cancelar"
        cancelLabel="Manter o projeto"
        pending={pending}
        onConfirm={cancel}
      >
        <p>
          A marca deixa de analisar o projeto da compra <strong className="figures">{purchase_number}</strong>
          . Os números ficam livres para outro cadastro.
        </p>
      </ConfirmDialog>
    </>
  )
}
