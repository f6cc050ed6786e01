import { quotedText } from '@clube/contract/brazil/quoted-text.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { isUndecided, rejectionMaxLength, type ProjectState } from '@clube/contract/new-project/project.ts'
import {
  approveProjectCall,
  openProjectFileCall,
  rejectProjectCall,
  type DeskProject,
} from '@clube/contract/new-project/staff-calls.ts'
import * as z from 'zod/mini'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { FactList, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { OpenedPanel } from '../../parts/opened-panel.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { projectDeskKey } from './project-paths.ts'
import { projectStateChip } from './project-state-chip.tsx'

type PanelProps = {
  project: DeskProject
  onClose: () => void
  /** Another person has decided or cancelled the project: it is read again. */
  onOutdated: () => void
}

const refresh = [projectDeskKey, waitingKey]
const reasonSchema = quotedText(rejectionMaxLength)

/** One project above its list: what the customer sent, its files, and the decision with its keys. */
export function ProjectPanel({ project, onClose, onOutdated }: PanelProps) {
  const { pending, run } = useAction()
  const approval = useDialog()
  const rejection = useDialog()
  const { project_id, points, state, is_own, reason } = project
  const canDecide = isUndecided(state) && !is_own
  const onFailure = (failure: Failure): boolean => {
    if (failure.kind === 'refused' && failure.code === 'new-project.decided') {
      rejection.close()
      onOutdated()
    }
    return false
  }
  const approve = async () => {
    await run((send) => send(approveProjectCall, { body: { project_id } }), {
      success: ({ message }) => message ?? 'Projeto aprovado.',
      onSuccess: onClose,
      onFailure,
      refresh,
    })
    approval.close()
  }
  const reject = (text: string) =>
    run((send) => send(rejectProjectCall, { body: { project_id, reason: text } }), {
      success: ({ message }) => message ?? 'Projeto recusado.',
      onSuccess: onClose,
      onFailure,
      refresh,
    })
  return (
    <OpenedPanel
      title={`Projeto ${project.purchase_number ?? project.protocol}`}
      state={projectStateChip(state, project.is_late)}
      onClose={onClose}
      actions={
        canDecide && (
          <>
            <DeskButton pending={pending} onClick={approval.open}>
              Aprovar
            </DeskButton>
            <OutlineButton pending={pending} onClick={rejection.open}>
              Recusar
            </OutlineButton>
          </>
        )
      }
    >
      <KeyHints
        hints={[
          ...(canDecide
            ? ([
                ['A', 'aprovar', approval.open],
                ['R', 'recusar', rejection.open],
              ] as const)
            : []),
          ['B', 'fechar', onClose],
        ]}
      />
      <FactList facts={factsOf(project)} />
      {reason !== null && reason !== '' && <Notice tone="bad">{reason}</Notice>}
      <Files project={project} />
      {isUndecided(state) && is_own && (
        <Notice>Este projeto é seu. Outra pessoa da marca precisa decidir.</Notice>
      )}
      <ConfirmDialog
        {...approval.props}
        title="Aprovar?"
        confirm="Confirmar: aprovar"
        variant="primary"
        pending={pending}
        onConfirm={approve}
      >
        <p>
          {points === null
            ? 'A pessoa recebe a notícia por e-mail.'
            : `A pessoa ganha ${formatPoints(points)} agora e recebe a notícia por e-mail.`}{' '}
          A decisão não muda depois.
        </p>
      </ConfirmDialog>
      <ReasonDialog
        {...rejection.props}
        title="Recusar o projeto"
        lead={<p>A pessoa lê o motivo e pode cadastrar o projeto de novo.</p>}
        label="Motivo"
        helper="Escreva para a pessoa, sem dados de outras: “O número da compra é de outro pedido.”"
        multiline
        draft={`reject-project/${project_id}`}
        button="Recusar projeto"
        variant="danger"
        rule={(text) => z.safeParse(reasonSchema, text).error?.issues[0]?.message}
        onReason={reject}
      />
    </OpenedPanel>
  )
}

/** The title of the points by state; rejected and cancelled projects give none. */
const pointsTitles = {
  submitted: 'Se aprovado',
  in_review: 'Se aprovado',
  approved: 'Pontos',
  rewarded: 'Pontos',
  rejected: null,
  cancelled: null,
} as const satisfies Record<ProjectState, string | null>

const factsOf = (project: DeskProject): Fact[] => [
  [
    'Número da compra',
    `${project.purchase_number ?? '–'}${
      project.is_purchase_listed === null
        ? ''
        : project.is_purchase_listed
          ? ', na lista de compras'
          : ', fora da lista de compras'
    }`,
  ],
  ['Número de registro', project.project_registration_number ?? '–'],
  ['Pessoa', `${project.customer_full_name ?? 'Dados apagados'}, ${project.document_masked}`],
  ['Promoção', project.campaign_title],
  ['Protocolo', project.protocol],
  ['Cadastrado em', formatInstant(project.submitted_at)],
  ['Resposta até', formatDay(project.answer_due_on)],
  ...pointsOf(project),
  ...(project.decided_at === null
    ? []
    : [
        [
          'Decidido em',
          `${formatInstant(project.decided_at)}${project.decided_by === null ? '' : `, por ${project.decided_by}`}`,
        ] as const,
      ]),
  ...(project.cancelled_at === null ? [] : [['Cancelado em', formatInstant(project.cancelled_at)] as const]),
]

function pointsOf({ state, points }: DeskProject): Fact[] {
  const title = pointsTitles[state]
  return points === null || title === null ? [] : [[title, formatPoints(points)]]
}

const kindTitles = { picture: 'Foto', pdf: 'PDF' } as const

/** The customer's files. Each download is registered. */
function Files({ project: { project_id, stored_files } }: { project: DeskProject }) {
  const { pending, run } = useAction()
  if (stored_files.length === 0) return <p className="soft">A pessoa não enviou arquivos.</p>
  const open = (file_id: string) =>
    run((send) => send(openProjectFileCall, { body: { project_id, file_id } }), {
      onSuccess: ({ url }) => download(url),
    })
  const kept = stored_files.filter(({ is_purged }) => !is_purged)
  return (
    <div className="tight">
      {stored_files
        .filter(({ is_purged }) => is_purged)
        .map(({ file_id, kind, sent_at }) => (
          <p key={file_id} className="soft small">
            {kindTitles[kind]} de {formatInstant(sent_at)}, já apagado do clube
          </p>
        ))}
      {kept.length > 0 && (
        <>
          <div className="row">
            {kept.map(({ file_id, kind, sent_at }) => (
              <OutlineButton key={file_id} pending={pending} onClick={() => void open(file_id)}>
                {`Baixar ${kind === 'pdf' ? 'PDF' : 'foto'} de ${formatInstant(sent_at)}`}
              </OutlineButton>
            ))}
          </div>
          <p className="soft small">Quem baixa um arquivo fica registrado, e a pessoa vê isso.</p>
        </>
      )}
    </div>
  )
}

/** The server sends the file as an attachment, so the page stays. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
