import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import type { DeckPublication } from '@clube/contract/scratch-card/deck-publication.ts'
import { deckFile, drawsFile } from '@clube/contract/scratch-card/publication-calls.ts'
import { useParams } from 'wouter'
import verifierUrl from '../../../../../tools/scratch-verifier/verify-scratch-deck.mjs?url'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { failureOf } from '../../../parts/call-failed.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { CompareHead } from './compare-head.tsx'
import { Digest } from './digest.tsx'
import { FindDraw } from './find-draw.tsx'
import { ProofChecks } from './proof-checks.tsx'
import css from './proof-page.module.css'
import { taskOf, useDraws, usePublication, useVerification } from './use-proof.ts'

/** The public proof of a promotion: what was sealed, the daily heads, and at the end the verification in this browser. */
export function ProofPage() {
  const { slug } = useParams<{ slug: string }>()
  return (
    <Page
      title="Prova da raspadinha"
      back={{ href: paths.promotion(slug), label: 'Sobre a promoção' }}
      width="text"
    >
      <Loaded query={useCampaign(slug)} loadingText="Carregando a prova">
        {(campaign) => <Proof campaign={campaign} />}
      </Loaded>
    </Page>
  )
}

function Proof({ campaign }: { campaign: CampaignPage }) {
  const publication = usePublication(campaign.campaign_id)
  const failure = publication.error ? failureOf(publication.error) : null
  if (failure?.kind === 'refused' && failure.status === 404)
    return (
      <EmptyState illustration="search">
        O baralho de {campaign.title} ainda não foi lacrado. Nada pode ser raspado antes disso.
      </EmptyState>
    )
  return (
    <Loaded query={publication} loadingText="Carregando a prova">
      {(found) => (
        <>
          <p className={css.lead}>
            {campaign.title}: as {found.cards.toLocaleString('pt-BR')} raspadinhas já tinham resultado antes
            da primeira ser raspada. Nesta página qualquer pessoa confere que ninguém mudou nada depois.
          </p>
          {found.seed === null ? (
            <Notice>
              A promoção ainda está em andamento. Depois do fim, em {formatEnd(campaign.ends_at)}, publicamos
              aqui a semente do baralho e todos os sorteios, e esta página confere tudo sozinha.
            </Notice>
          ) : (
            <Ended publication={found} />
          )}
          <Sealed publication={found} />
          <Heads publication={found} />
          {found.seed === null && <KeepCopy campaign_id={found.campaign_id} />}
          <Explanation />
        </>
      )}
    </Loaded>
  )
}

/** After the end: the verification, one's own draw, and the files. */
function Ended({ publication }: { publication: DeckPublication }) {
  const { campaign_id } = publication
  const draws = useDraws(campaign_id, true)
  const verification = useVerification(taskOf(publication, draws.data))
  return (
    <>
      <Section title="Conferência neste navegador">
        <Loaded query={draws} loadingText="Carregando os sorteios">
          {() => (
            <Loaded
              query={verification}
              loadingText="Refazendo o baralho e os sorteios"
              skeleton={<p role="status">Refazendo o baralho e os sorteios…</p>}
            >
              {(result) => <ProofChecks result={result} cards={publication.cards} />}
            </Loaded>
          )}
        </Loaded>
      </Section>
      {draws.data !== undefined && (
        <FindDraw publication={publication} draws={draws.data} chain={verification.data?.chain} />
      )}
      {verification.data && <CompareHead chain={verification.data.chain} />}
      <Section title="Confira sem confiar nesta página">
        <p>
          Baixe os três arquivos na mesma pasta e rode o comando. O programa tem menos de cem linhas, usa só o
          Node.js e não fala com o clube.
        </p>
        <div className={css.files}>
          <FileLink href={filePath(deckFile, { campaign_id })}>Baralho (deck.json)</FileLink>
          <FileLink href={filePath(drawsFile, { campaign_id })}>Sorteios (draws.txt)</FileLink>
          <FileLink href={verifierUrl} name="verify-scratch-deck.mjs">
            Programa (verify-scratch-deck.mjs)
          </FileLink>
        </div>
        <pre className={css.command}>
          <code>node verify-scratch-deck.mjs deck.json draws.txt</code>
        </pre>
        <p>
          Se você guardou uma cópia do baralho durante a promoção, ou o número e o resumo da sua raspadinha,
          escreva o nome do arquivo, ou o número e o resumo, no fim do comando. Só assim o programa nota se
          tudo foi trocado junto.
        </p>
      </Section>
    </>
  )
}

/** While the promotion runs, a copy of what is public, to compare it at the end. */
const KeepCopy = ({ campaign_id }: { campaign_id: string }) => (
  <Section title="Guarde uma cópia">
    <p>
      No fim, só quem guardou uma cópia, um resumo de um dia ou o resumo da própria raspadinha consegue notar
      se tudo foi trocado junto.
    </p>
    <FileLink href={filePath(deckFile, { campaign_id })}>Baralho até agora (deck.json)</FileLink>
  </Section>
)

/** What was published before the first card was drawn, and the seed at the end. */
const Sealed = ({
  publication: { cards, days, prizes, commitment, seed },
}: {
  publication: DeckPublication
}) => (
  <Section title="O que foi lacrado" className="stack raised">
    <dl className={css.facts}>
      <dt>Raspadinhas</dt>
      <dd>{cards.toLocaleString('pt-BR')}</dd>
      <dt>Divididas por</dt>
      <dd>
        {days} {days === 1 ? 'dia' : 'dias'}
      </dd>
      <dt>Prêmios</dt>
      <dd>
        <ul className={css.prizes}>
          {prizes.map(({ title, quantity, value_cents }) => (
            <li key={title}>
              {quantity.toLocaleString('pt-BR')} × {title} ({formatCents(value_cents)})
            </li>
          ))}
        </ul>
      </dd>
      <dt>Resumo do baralho</dt>
      <dd>
        <Digest value={commitment} />
      </dd>
      {seed !== null && (
        <>
          <dt>Semente</dt>
          <dd>
            <Digest value={seed} />
          </dd>
        </>
      )}
    </dl>
    <p className="soft">
      O resumo é como a impressão digital do baralho: trocar uma raspadinha, um prêmio ou a ordem muda o
      resumo inteiro. Anote‑o ou fotografe esta tela para comparar no fim.
    </p>
  </Section>
)

/** Heads shown at once; the older ones are collapsed. */
const shownHeads = 3

function Heads({ publication: { heads } }: { publication: DeckPublication }) {
  const newest = heads.toReversed()
  const older = newest.slice(shownHeads)
  return (
    <Section title="Resumos de cada dia" className="stack raised">
      {heads.length === 0 ? (
        <p className="soft">O primeiro resumo aparece aqui um dia depois da primeira raspadinha.</p>
      ) : (
        <>
          <p className="soft">
            Cada raspadinha entra em uma corrente. O resumo do dia prende todas até ali: depois de publicado,
            nenhuma pode ser trocada, pulada ou passada a outra pessoa.
          </p>
          <HeadList heads={newest.slice(0, shownHeads)} />
          {older.length > 0 && (
            <details className={css.older}>
              <summary>Resumos anteriores ({older.length})</summary>
              <HeadList heads={older} />
            </details>
          )}
        </>
      )}
    </Section>
  )
}

const HeadList = ({ heads }: { heads: DeckPublication['heads'] }) => (
  <ul className="lines">
    {heads.map(({ published_at, draws, head }) => (
      <li key={published_at} className="titled">
        <span className="figures">
          {formatShortDateTime(published_at)}, {draws.toLocaleString('pt-BR')}{' '}
          {draws === 1 ? 'raspadinha' : 'raspadinhas'}
        </span>
        <Digest value={head} />
      </li>
    ))}
  </ul>
)

const Explanation = () => (
  <Section title="Como isso funciona">
    <ol className={css.steps}>
      <li>Antes do início, o computador embaralha todas as raspadinhas a partir de uma semente sorteada.</li>
      <li>Duas pessoas diferentes lacram o baralho, e o resumo dele é publicado. A semente fica guardada.</li>
      <li>Cada código usado leva a próxima raspadinha da ordem. Ninguém escolhe qual.</li>
      <li>
        No fim, a semente é publicada. Com ela, qualquer pessoa refaz o baralho e compara com o resumo do
        início.
      </li>
    </ol>
  </Section>
)
