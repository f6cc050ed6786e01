import {
  prepareDeckCall,
  readDeckCall,
  sealDeckCall,
  type DeckView,
} from '@clube/contract/scratch-card/deck-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { Link, useLocation, useRoute } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { formatCents } from '../../../parts/money.ts'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { ConfirmButton, DeskButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { CampaignList, scratchKey } from './campaign-list.tsx'
import {
  confirmedCharacters,
  deckTitle,
  deckTone,
  endsWithTyped,
  formatCount,
  groupsOf,
  proofPath,
} from './deck-labels.ts'
import css from './scratch-desk.module.css'
import { scratchPaths } from './scratch-paths.ts'

/** The decks: campaigns, and one campaign's deck from its preparation to its publication. */
export function DeckTab() {
  const [isCampaign, params] = useRoute(scratchPaths.deckOf(':campaign_id'))
  return isCampaign && params.campaign_id ? (
    <DeckPage key={params.campaign_id} campaign_id={params.campaign_id} />
  ) : (
    <CampaignList pathOf={scratchPaths.deckOf} />
  )
}

type CampaignDeck = DataOf<typeof readDeckCall>

function DeckPage({ campaign_id }: { campaign_id: string }) {
  const [, navigate] = useLocation()
  const found = useCallQuery(
    [...scratchKey, 'deck', campaign_id],
    (send, signal) => send(readDeckCall, { query: { campaign_id }, signal }),
    { refetchOnMount: 'always', refetchOnWindowFocus: true },
  )
  return (
    <>
      <Link href={scratchPaths.deck}>Voltar às promoções</Link>
      <KeyHints hints={[['B', 'voltar', () => navigate(scratchPaths.deck)]]} />
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(campaign) => (
          <>
            <RefreshFailure query={found} />
            <h2>{campaign.campaign_title}</h2>
            {campaign.deck ? (
              <Deck campaign={campaign} deck={campaign.deck} />
            ) : (
              <NoDeck campaign={campaign} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** States of a campaign in which its deck can be prepared and sealed. */
const openStates: readonly string[] = ['scheduled', 'active', 'paused']

function NoDeck({ campaign }: { campaign: CampaignDeck }) {
  const canPrepare = useHasPermission('campaigns.edit')
  const isOpen = openStates.includes(campaign.campaign_state)
  return (
    <section className="panel stack" aria-labelledby="preparar">
      <h3 id="preparar">O baralho ainda não foi preparado</h3>
      <p>
        Preparar sorteia a ordem de todos os cartões e guarda tudo cifrado. Depois, outra pessoa confere o
        resumo e lacra. Antes do lacre ninguém raspa, e não há códigos.
      </p>
      {!isOpen && <p className="soft">A promoção já terminou.</p>}
      {isOpen && !canPrepare && <p className="soft">Quem prepara é o Marketing.</p>}
      {isOpen && canPrepare && (
        <div>
          <PrepareButton campaign_id={campaign.campaign_id} />
        </div>
      )}
    </section>
  )
}

function PrepareButton({ campaign_id }: { campaign_id: string }) {
  const { pending, run } = useAction()
  return (
    <DeskButton
      pending={pending}
      onClick={() =>
        run((send) => send(prepareDeckCall, { body: { campaign_id } }), {
          success: 'Baralho preparado. Agora outra pessoa confere o resumo e lacra.',
          refresh: [scratchKey, waitingKey],
        })
      }
    >
      Preparar baralho
    </DeskButton>
  )
}

function Deck({ campaign, deck }: { campaign: CampaignDeck; deck: DeckView }) {
  const { state, cards, days, preparations, prepared_by, prepared_at, sealed_by, sealed_at } = deck
  return (
    <>
      <section className="panel stack" aria-labelledby="resumo">
        <div className="row spread">
          <h3 id="resumo">Resumo do baralho</h3>
          <StateChip tone={deckTone(state)} title={deckTitle(state)} />
        </div>
        <Commitment commitment={deck.commitment} />
        <p className="soft small">
          Este resumo vem da ordem sorteada e dos prêmios. Mudar um cartão, um prêmio ou um valor daria outro
          resumo. Os dois últimos grupos estão sublinhados.
        </p>
        <FactList
          facts={[
            ['Cartões', formatCount(cards)],
            ['Dias', formatCount(days)],
            ['Preparado por', `${prepared_by ?? 'Pessoa removida'}, em ${formatInstant(prepared_at)}`],
            ['Preparações', formatCount(preparations)],
            ...(sealed_at === null
              ? []
              : [
                  [
                    'Lacrado por',
                    `${sealed_by ?? 'Pessoa removida'}, em ${formatInstant(sealed_at)}`,
                  ] as const,
                ]),
          ]}
        />
        {state === 'prepared' ? (
          <Unsealed campaign={campaign} deck={deck} />
        ) : (
          <p>
            <a href={proofPath(campaign.slug)} target="_blank" rel="noreferrer">
              Ver a página pública da prova
            </a>
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="premios">
        <h3 id="premios">Prêmios no baralho</h3>
        <DataTable
          label="Prêmios no baralho"
          columns={prizeColumns}
          rows={deck.prizes}
          keyOf={({ title }) => title}
        />
      </section>
    </>
  )
}

const prizeColumns: readonly Column<DeckView['prizes'][number]>[] = [
  { title: 'Prêmio', cell: ({ title }) => title },
  { title: 'Quantidade', narrow: true, cell: ({ quantity }) => formatCount(quantity) },
  { title: 'Valor de cada', narrow: true, cell: ({ value_cents }) => formatCents(value_cents) },
]

/** The commitment in groups of four characters, which one person reads aloud and another compares. */
const Commitment = ({ commitment }: { commitment: string }) => (
  <p className={css.commitment} role="group" aria-label="Resumo, em grupos de quatro">
    {groupsOf(commitment).map((group, index) => (
      <span key={index}>{group}</span>
    ))}
  </p>
)

function Unsealed({ campaign, deck }: { campaign: CampaignDeck; deck: DeckView }) {
  const canPrepare = useHasPermission('campaigns.edit')
  const canSeal = useHasPermission('scratch.approve')
  if (!openStates.includes(campaign.campaign_state))
    return <Notice tone="warn">A promoção terminou sem que o baralho fosse lacrado.</Notice>
  return (
    <>
      {deck.preparations > 1 && (
        <Notice tone="warn">
          Este baralho foi preparado {formatCount(deck.preparations)} vezes. Antes de lacrar, pergunte por
          quê: cada preparação sorteia uma ordem nova.
        </Notice>
      )}
      {deck.is_own ? (
        <Notice>
          Você preparou este baralho: quem lacra é outra pessoa. Leia o resumo em voz alta para ela, grupo por
          grupo.
        </Notice>
      ) : (
        canSeal && <SealPanel deck={deck} />
      )}
      {!canSeal && !deck.is_own && <p className="soft">Espera o lacre de um Aprovador.</p>}
      {canPrepare && <PrepareAgain campaign_id={deck.campaign_id} />}
    </>
  )
}

function PrepareAgain({ campaign_id }: { campaign_id: string }) {
  const { pending, run } = useAction()
  return (
    <div>
      <ConfirmButton
        question="Sim, preparar de novo"
        consequence={
          <p>
            O resumo muda, e quem lacra vê quantas vezes o baralho foi preparado. A auditoria guarda cada uma.
          </p>
        }
        pending={pending}
        onConfirm={() =>
          run((send) => send(prepareDeckCall, { body: { campaign_id } }), {
            success: 'Baralho preparado de novo. O resumo mudou.',
            refresh: [scratchKey, waitingKey],
          })
        }
      >
        Preparar de novo
      </ConfirmButton>
    </div>
  )
}

/** The second person's comparison and seal. */
function SealPanel({ deck: { campaign_id, commitment, prepared_by } }: { deck: DeckView }) {
  const dialog = useDialog()
  const { pending, run } = useAction()
  const seal = () =>
    run((send) => send(sealDeckCall, { body: { campaign_id, commitment } }), {
      success: 'Baralho lacrado. O resumo já é público.',
      refresh: [scratchKey, waitingKey],
    })
  return (
    <div className="stack">
      <p>
        Peça a {prepared_by ?? 'quem preparou'} que leia o resumo em voz alta e compare todos os grupos. Se um
        deles for outro, não lacre.
      </p>
      <div>
        <DeskButton onClick={dialog.open}>Lacrar baralho</DeskButton>
      </div>
      <ConfirmDialog
        {...dialog.props}
        title="Lacrar o baralho?"
        confirm="Sim, lacrar"
        variant="primary"
        pending={pending}
        typed={{
          label: `Os últimos ${confirmedCharacters} caracteres do resumo, como você ouviu`,
          error: 'Não são os últimos 8 caracteres deste resumo. Compare de novo',
          matches: (text) => endsWithTyped(commitment, text),
        }}
        onConfirm={async () => {
          await seal()
          dialog.close()
        }}
      >
        <p>
          Depois do lacre o baralho não muda mais. O resumo fica público, e as raspadinhas podem começar. Não
          há como desfazer.
        </p>
      </ConfirmDialog>
    </div>
  )
}
