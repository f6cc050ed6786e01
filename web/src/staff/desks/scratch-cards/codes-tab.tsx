import {
  approveCodeBatchCall,
  codeBatchStateTitles,
  listCodeBatchesCall,
  reviewCodeBatchesCall,
  type CodeBatch,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { Link, useLocation, useRoute } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { ConfirmButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { BatchActions, RequestBatchForm, VoidCodeForm } from './batch-forms.tsx'
import { CampaignList, scratchKey } from './campaign-list.tsx'
import { formatCount } from './deck-labels.ts'
import css from './scratch-desk.module.css'
import { scratchPaths } from './scratch-paths.ts'

/** Printed codes: batches that wait for the second signature, and the batches of one campaign. */
export function CodesTab() {
  const canRequest = useHasPermission('campaigns.edit')
  const canApprove = useHasPermission('scratch.approve')
  const [isCampaign, params] = useRoute(scratchPaths.codesOf(':campaign_id'))
  if (canRequest && isCampaign && params.campaign_id)
    return <BatchesPage key={params.campaign_id} campaign_id={params.campaign_id} />
  return (
    <>
      {canApprove && <WaitingBatches />}
      {canRequest && <CampaignList pathOf={scratchPaths.codesOf} />}
    </>
  )
}

const batchKey = [...scratchKey, 'batches'] as const

function WaitingBatches() {
  const found = useCallQuery(
    [...batchKey, 'review'],
    (send, signal) => send(reviewCodeBatchesCall, { signal }),
    { refetchOnMount: 'always', refetchOnWindowFocus: true },
  )
  return (
    <section className="panel stack" aria-labelledby="segunda-assinatura">
      <h2 id="segunda-assinatura">Esperam a segunda assinatura</h2>
      <Loaded query={found} skeleton={<Skeleton shape="field" count={3} />}>
        {(batches) => (
          <>
            <RefreshFailure query={found} />
            {batches.length === 0 && <p className="soft">Nenhum lote de códigos espera uma assinatura.</p>}
            {batches.map((batch) => (
              <WaitingBatch key={batch.batch_id} batch={batch} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}

function WaitingBatch({ batch }: { batch: CodeBatch }) {
  const { pending, run } = useAction()
  const { batch_id, campaign_title, count, is_own } = batch
  return (
    <article className="stack" aria-label={batchName(batch)}>
      <h3>{campaign_title}</h3>
      <FactList facts={[['Para quê', batch.purpose], ...requestFacts(batch)]} />
      {is_own ? (
        <p className="soft">Você pediu este lote: quem aprova é outra pessoa.</p>
      ) : (
        <div>
          <ConfirmButton
            variant="primary"
            question="Sim, aprovar"
            consequence={
              <p>
                {formatCount(count)} códigos poderão ser baixados uma única vez. Cada código vale um cartão do
                baralho.
              </p>
            }
            pending={pending}
            onConfirm={() =>
              run((send) => send(approveCodeBatchCall, { body: { batch_id } }), {
                success: 'Lote aprovado. O Marketing já pode baixar o arquivo.',
                refresh: [batchKey, waitingKey],
              })
            }
          >
            Aprovar lote
          </ConfirmButton>
        </div>
      )}
    </article>
  )
}

/** A download changes the batch only on the server, so approved batches are polled. */
const downloadRefreshMs = 5_000

function BatchesPage({ campaign_id }: { campaign_id: string }) {
  const [, navigate] = useLocation()
  const found = useCallQuery(
    [...batchKey, campaign_id],
    (send, signal) => send(listCodeBatchesCall, { query: { campaign_id }, signal }),
    {
      refetchOnMount: 'always',
      refetchOnWindowFocus: true,
      refetchInterval: (data) =>
        data?.batches.some(({ state }) => state === 'approved') ? downloadRefreshMs : false,
    },
  )
  return (
    <>
      <Link href={scratchPaths.codes}>Voltar às promoções</Link>
      <KeyHints hints={[['B', 'voltar', () => navigate(scratchPaths.codes)]]} />
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {({ batches, free_cards }) => (
          <>
            <RefreshFailure query={found} />
            <h2>{batches[0]?.campaign_title ?? 'Códigos desta promoção'}</h2>
            <section className="panel stack" aria-labelledby="pedir-lote">
              <h3 id="pedir-lote">Pedir um lote</h3>
              {free_cards === null ? (
                <Notice>Códigos vêm depois do lacre: o baralho desta promoção ainda não foi lacrado.</Notice>
              ) : (
                <RequestBatchForm
                  // A new request has a new id.
                  key={batches.length}
                  campaign_id={campaign_id}
                  free_cards={free_cards}
                />
              )}
            </section>
            <section className={`panel stack ${css.batches}`} aria-labelledby="lotes">
              <h3 id="lotes">Lotes</h3>
              {batches.length === 0 && <p className="soft">Nenhum lote foi pedido ainda.</p>}
              {batches.map((batch) => (
                <Batch key={batch.batch_id} batch={batch} />
              ))}
            </section>
            {batches.some(({ state }) => state === 'handed_out') && (
              <section className="panel stack" aria-labelledby="anular-codigo">
                <h3 id="anular-codigo">Anular um código</h3>
                <VoidCodeForm campaign_id={campaign_id} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const tones = { requested: 'warn', approved: 'accent', handed_out: 'good', void: 'bad' } as const

const Batch = ({ batch }: { batch: CodeBatch }) => (
  <article className="stack" aria-label={batchName(batch)}>
    <div className="row spread">
      <h4>{batch.purpose}</h4>
      <StateChip tone={tones[batch.state]} title={codeBatchStateTitles[batch.state]} />
    </div>
    <FactList facts={[...requestFacts(batch), ...laterFacts(batch)]} />
    <BatchActions batch={batch} />
  </article>
)

const batchName = ({ purpose, count }: CodeBatch): string => `${purpose}, ${formatCount(count)} códigos`

const formatActor = (name: string | null, at: string): string =>
  `${name ?? 'Pessoa removida'}, em ${formatInstant(at)}`

const requestFacts = ({ count, requested_by, requested_at }: CodeBatch): Fact[] => [
  ['Códigos', formatCount(count)],
  ['Pedido por', formatActor(requested_by, requested_at)],
]

const laterFacts = (batch: CodeBatch): Fact[] => {
  const { approved_at, handed_out_at, voided_at, void_reason } = batch
  return [
    ...(approved_at === null ? [] : [['Aprovado por', formatActor(batch.approved_by, approved_at)] as const]),
    ...(handed_out_at === null
      ? []
      : [
          ['Baixado por', formatActor(batch.handed_out_by, handed_out_at)] as const,
          ['Usados', formatCount(batch.used)] as const,
          ['Anulados', formatCount(batch.voided)] as const,
        ]),
    ...(voided_at === null
      ? []
      : [
          ['Anulado por', formatActor(batch.voided_by, voided_at)] as const,
          ['Motivo', void_reason ?? ''] as const,
        ]),
  ]
}
