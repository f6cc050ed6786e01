import { useState } from 'react'
import { flushSync } from 'react-dom'
import { requiredRadioMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  gateCountersCall,
  listGateSessionsCall,
  type GateSession,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { focusHeading } from '../../../platform/navigation/focus-heading.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { GateScanPage } from './gate-scan-page.tsx'
import { lastGate, savedPost, savePost, type Post } from './gate-post.ts'
import css from './gate.module.css'

/**
 * Ticket scanning on a phone: session and gate are chosen once and remembered on the device. Both and the offline list
 * are kept until another gate is opened, so that an offline steward can return to them.
 */
export function GateDesk() {
  const [post, setPost] = useState<Post | null>(() => savedPost(serverNow()))
  const [isChoosing, setChoosing] = useState(post === null)
  const show = (choosing: boolean) => {
    flushSync(() => setChoosing(choosing))
    focusHeading()
  }
  const choose = (chosen: Post) => {
    savePost(chosen)
    setPost(chosen)
    show(false)
  }
  return post && !isChoosing ? (
    <GateScanPage post={post} onLeave={() => show(true)} />
  ) : (
    <ChoosePost current={post} onChoose={choose} onKeep={() => show(false)} />
  )
}

type ChoosePostProps = {
  /** The post that is open until another is chosen. */
  current: Post | null
  onChoose: (post: Post) => void
}

function ChoosePost({ current, onChoose, onKeep }: ChoosePostProps & { onKeep: () => void }) {
  const list = useCallQuery(['gate', 'sessions'], (send, signal) => send(listGateSessionsCall, { signal }))
  return (
    <DeskPage title="Portaria">
      {current && (
        <Notice>
          <div className="stack">
            <p>
              {current.gate} continua aberta neste aparelho, em {current.session.title}, até você abrir outra.
            </p>
            <OutlineButton onClick={onKeep}>Voltar para {current.gate}</OutlineButton>
          </div>
        </Notice>
      )}
      <Loaded query={list} skeleton={<Skeleton shape="field" count={5} />}>
        {(sessions) =>
          sessions.length > 0 ? (
            <PostForm sessions={sessions} current={current} onChoose={onChoose} />
          ) : (
            <EmptyState
              illustration="ticket"
              action={<OutlineButton onClick={() => void list.refetch()}>Procurar de novo</OutlineButton>}
            >
              Nenhuma sessão entre ontem e amanhã.
            </EmptyState>
          )
        }
      </Loaded>
    </DeskPage>
  )
}

const describe = (session: GateSession): string => {
  const { campaign_title, starts_at, place, sold, admitted, is_cancelled } = session
  const entered = is_cancelled === true ? 'CANCELADA' : `entraram ${admitted} de ${sold}`
  return `${campaign_title} · ${formatShortDateTime(starts_at)} · ${place} · ${entered}`
}

function PostForm(props: ChoosePostProps & { sessions: readonly GateSession[] }) {
  const { sessions, current, onChoose } = props
  const { run } = useAction()
  const form = useForm({
    // Preselects the nearest session.
    initial: { session_id: sessions[0]?.session_id ?? '', gate: lastGate() },
    rules: {
      session_id: (id) => (id === '' ? requiredRadioMessage : undefined),
      gate: (gate) => (gate.trim() === '' ? requiredTextMessage : undefined),
    },
    onSubmit: async ({ session_id, gate }): Promise<void> => {
      const session = sessions.find((each) => each.session_id === session_id)
      if (!session) return
      const post = { session, gate: gate.trim() }
      if (current === null || current.session.session_id === session_id) return onChoose(post)
      // Another session replaces the list with which the current one works offline.
      await run((send) => send(gateCountersCall, { params: { session_id } }), {
        onSuccess: () => onChoose(post),
        place: 'endpoint',
      })
    },
  })
  return (
    <form className={`stack ${css.choose}`} {...form.props}>
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
      <SubmitButton form={form} compact={false}>
        Abrir portaria
      </SubmitButton>
    </form>
  )
}

/** Names of gates already in use at the session, so that a gate is always spelled the same way. */
function KnownGates({ session_id, onChoose }: { session_id: string; onChoose: (gate: string) => void }) {
  const counters = useCallQuery(
    ['gate', 'gates', session_id],
    (send, signal) => send(gateCountersCall, { params: { session_id }, signal }),
    { enabled: session_id !== '' },
  )
  if (!counters.data || counters.data.length === 0) return null
  return (
    <div className="row" role="group" aria-label="Portarias abertas nesta sessão">
      {counters.data.map(({ gate }) => (
        <Button key={gate} compact variant="outline" onClick={() => onChoose(gate)}>
          {gate}
        </Button>
      ))}
    </div>
  )
}
