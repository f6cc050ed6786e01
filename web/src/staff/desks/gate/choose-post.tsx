import { useQuery } from '@tanstack/react-query'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  gateCountersCall,
  listGateSessionsCall,
  type GateSession,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { clubMoment } from '../../../parts/club-time.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { lastGate, type Post } from './gate-post.ts'
import css from './gate.module.css'

/** Choice of the session and the gate. */
export function ChoosePost({ onChoose }: { onChoose: (post: Post) => void }) {
  const send = useSend()
  const list = useQuery({
    queryKey: ['gate', 'sessions'],
    queryFn: ({ signal }) => dataOf(send(listGateSessionsCall, { signal })),
  })
  return (
    <DeskPage title="Portaria">
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {(sessions) =>
          sessions.length > 0 ? (
            <PostForm sessions={sessions} onChoose={onChoose} />
          ) : (
            <EmptyState
              drawing="ticket"
              action={
                <Button compact look="outline" onClick={() => void list.refetch()}>
                  Procurar de novo
                </Button>
              }
            >
              Nenhuma sessão entre ontem e amanhã.
            </EmptyState>
          )
        }
      </Loaded>
    </DeskPage>
  )
}

const describe = ({ campaign_title, starts_at, place, sold, admitted }: GateSession): string =>
  `${campaign_title} · ${clubMoment(starts_at)} · ${place} · entraram ${admitted} de ${sold}`

function PostForm({
  sessions,
  onChoose,
}: {
  sessions: readonly GateSession[]
  onChoose: (post: Post) => void
}) {
  const form = useForm<{ session_id: string; gate: string }>({
    // Preselects the nearest session.
    initial: { session_id: sessions[0]?.session_id ?? '', gate: lastGate() },
    rules: {
      session_id: (id) => (id === '' ? requiredRadioMessage : undefined),
      gate: (gate) => (gate.trim() === '' ? requiredTextMessage : undefined),
    },
    onSubmit: ({ session_id, gate }) => {
      const session = sessions.find((each) => each.session_id === session_id)
      if (session) onChoose({ session, gate: gate.trim() })
    },
  })
  return (
    <form className={css.choose} {...form.props}>
      <RadioGroup
        label="Sessão"
        options={sessions.map((session) => ({
          value: session.session_id,
          label: session.title,
          description: describe(session),
        }))}
        {...form.field('session_id')}
      />
      <TextField
        label="Nome desta portaria"
        helper="Como a equipe chama: Entrada A, Entrada B."
        maxLength={40}
        autoComplete="off"
        autoCapitalize="words"
        {...form.field('gate')}
      />
      <KnownGates session_id={form.values.session_id} onChoose={(gate) => form.setValue('gate', gate)} />
      <Button type="submit" pending={form.pending}>
        Abrir portaria
      </Button>
    </form>
  )
}

/** Names of gates already in use at the session, so that a gate is always spelled the same way. */
function KnownGates({ session_id, onChoose }: { session_id: string; onChoose: (gate: string) => void }) {
  const send = useSend()
  const counters = useQuery({
    queryKey: ['gate', 'gates', session_id],
    queryFn: ({ signal }) => dataOf(send(gateCountersCall, { params: { session_id }, signal })),
    enabled: session_id !== '',
  })
  if (!counters.data || counters.data.length === 0) return null
  return (
    <div className="row" role="group" aria-label="Portarias abertas nesta sessão">
      {counters.data.map(({ gate }) => (
        <Button key={gate} compact look="outline" onClick={() => onChoose(gate)}>
          {gate}
        </Button>
      ))}
    </div>
  )
}
