import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  listGivingCampaignsCall,
  maxGivenCards,
} from '@clube/contract/scratch-card/gift-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useRef, useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { newId } from '../../../parts/new-id.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DocumentSearch, type DocumentSearchControl } from '../../parts/document-search.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { FilterSelect, Filters } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { scratchKey } from './campaign-list.tsx'
import { cardsText, GivenCardsToday } from './given-cards.tsx'

type Campaign = DataOf<typeof listGivingCampaignsCall>[number]
type Person = NonNullable<DataOf<typeof findCardReceiverCall>['person']>

/** Gives scratch cards to a person at the desk. */
export function GiveTab() {
  const list = useCallQuery(
    [...scratchKey, 'giving'],
    (send, signal) => send(listGivingCampaignsCall, { signal }),
    { refetchOnMount: 'always' },
  )
  return (
    <Loaded query={list} skeleton={<Skeleton shape="field" count={3} />}>
      {([first, ...others]) =>
        first ? (
          <Desk campaigns={[first, ...others]} />
        ) : (
          <EmptyState
            illustration="gift"
            action={<OutlineButton onClick={() => void list.refetch()}>Procurar de novo</OutlineButton>}
          >
            Nenhuma promoção dá raspadinhas no balcão agora.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function Desk({ campaigns }: { campaigns: readonly [Campaign, ...Campaign[]] }) {
  const send = useSend()
  const search = useRef<DocumentSearchControl>(null)
  const [chosen_id, setChosen] = useState(campaigns[0].campaign_id)
  const [found, setFound] = useState<{ person: Person | null } | null>(null)
  const campaign = campaigns.find((each) => each.campaign_id === chosen_id) ?? campaigns[0]
  const { campaign_id, ends_at } = campaign
  const find = async ({ document_id }: { document_id: string }) => {
    const sent = await send(findCardReceiverCall, { body: { document_id, campaign_id } })
    setFound(sent.ok ? sent.data : null)
    return sent
  }
  return (
    <>
      {campaigns.length > 1 && (
        <Filters>
          <FilterSelect
            label="Promoção"
            value={campaign_id}
            options={campaigns.map((each) => ({ value: each.campaign_id, label: each.title }))}
            onChange={(next) => {
              setChosen(next)
              setFound(null)
            }}
          />
        </Filters>
      )}
      <p className="soft small">
        {campaign.title}, até {formatInstant(ends_at)}
      </p>
      <DocumentSearch ref={search} find={find} onInvalid={() => setFound(null)} />
      {found && !found.person && <Notice tone="warn">Nenhum cadastro tem este documento.</Notice>}
      {found?.person && (
        <Receiver
          key={`${campaign_id}/${found.person.customer_id}`}
          campaign_id={campaign_id}
          person={found.person}
          onDone={() => {
            setFound(null)
            search.current?.restart()
          }}
        />
      )}
    </>
  )
}

type ReceiverProps = { campaign_id: string; person: Person; onDone: () => void }

function Receiver({ campaign_id, person, onDone }: ReceiverProps) {
  const { name, document_end, left_today, reasons, gifts } = person
  return (
    <section className="panel stack" aria-label="Quem recebe">
      <FactList
        facts={[
          ['Nome', name ?? 'Sem nome no cadastro'],
          ['Fim do documento', document_end],
          ['Ainda pode receber hoje', cardsText(left_today)],
        ]}
      />
      {reasons.length > 0 ? (
        <Notice tone="warn">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      ) : left_today === 0 ? (
        <Notice>Esta pessoa já recebeu todas as raspadinhas de hoje.</Notice>
      ) : (
        <GiveForm campaign_id={campaign_id} person={person} onDone={onDone} />
      )}
      {gifts.length > 0 && <GivenCardsToday gifts={gifts} onUndone={onDone} />}
    </section>
  )
}

function GiveForm({ campaign_id, person: { customer_id, left_today }, onDone }: ReceiverProps) {
  // A retry after a lost response does not give the cards twice.
  const [gift_id] = useState(newId)
  const form = useActionForm({
    initial: { cards: '1', reason: '' },
    rules: {
      cards: (cards) => (cards === '' ? requiredRadioMessage : undefined),
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
    },
    request: (send, { cards, reason }) =>
      send(giveScratchCardsCall, {
        body: { gift_id, campaign_id, customer_id, cards: Number(cards), reason: reason.trim() },
      }),
    success: ({ data }) => `Pronto: ${cardsText(data.cards)} em Minhas raspadinhas.`,
    onSuccess: onDone,
    refresh: [scratchKey],
  })
  const maxCards = Math.min(maxGivenCards, left_today)
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <p>
        A pessoa usa as raspadinhas dadas aqui em Minhas raspadinhas, depois de entrar com senha. Se ela ainda
        não tem senha, peça para completar o cadastro.
      </p>
      <RadioGroup
        label="Quantas raspadinhas"
        options={Array.from({ length: maxCards }, (_, index) => ({
          value: String(index + 1),
          label: cardsText(index + 1),
        }))}
        {...form.field('cards')}
      />
      <TextField
        label="Motivo"
        maxLength={300}
        helper="A auditoria guarda esta frase com o seu nome."
        {...form.field('reason')}
      />
      <div>
        <SubmitButton form={form}>Dar raspadinhas</SubmitButton>
      </div>
    </form>
  )
}
