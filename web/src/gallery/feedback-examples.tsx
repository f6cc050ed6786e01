import { useState } from 'react'
import { Button } from '../kit/button/button.tsx'
import { Counter } from '../kit/feedback/counter.tsx'
import { type IllustrationName, EmptyState } from '../kit/feedback/empty-state.tsx'
import { createLoop, type Loop } from '../kit/feedback/looping-sound.ts'
import { Notice } from '../kit/feedback/notice.tsx'
import { Progress } from '../kit/feedback/progress.tsx'
import { Skeleton } from '../kit/feedback/skeleton.tsx'
import { Chip } from '../kit/surface/chip.tsx'

const empties: Record<IllustrationName, string> = {
  ticket: 'Você ainda não tem ingressos.',
  gift: 'Nenhum brinde por aqui ainda.',
  receipt: 'Cadastre a primeira nota e comece a participar.',
  chat: 'Nenhum atendimento aberto.',
  search: 'Não encontramos nada com esse nome.',
  offline: 'Você está sem internet.',
  points: 'Seus pontos aparecem aqui.',
  car: 'Leia o ticket do estacionamento.',
  success: 'Senha alterada.',
}

export function FeedbackExamples() {
  const [points, setPoints] = useState(12_480)
  const [loop, setLoop] = useState<Loop>()
  return (
    <>
      <div className="raised">
        <h3>
          <Counter value={points} /> pontos
        </h3>
        <Button variant="quiet" onClick={() => setPoints(points + 3_210)}>
          Somar
        </Button>
      </div>
      <div className="raised">
        <Progress
          label="Notas da promoção"
          value={312.5}
          max={400}
          valueText="R$ 312,50 de R$ 400,00"
          detail="Faltam R$ 87,50"
        />
      </div>
      <div>
        <Chip tone="good">Disponível</Chip> <Chip tone="warn">Últimos lugares</Chip>{' '}
        <Chip tone="bad">Esgotado</Chip> <Chip>Encerrado</Chip> <Chip tone="accent">Nova</Chip>
      </div>
      <Notice>O balcão atende das 10h às 22h.</Notice>
      <Notice tone="good">Sua nota foi aprovada.</Notice>
      <Notice tone="warn">Sua reserva termina em 5 minutos.</Notice>
      <Notice tone="bad">A loja desta nota não participa do clube.</Notice>
      <Skeleton shape="text" count={3} />
      <Skeleton shape="picture" />
      <Skeleton shape="field" />
      <Button
        variant="outline"
        onClick={() => {
          loop?.stop()
          const next = loop ? undefined : createLoop()
          void next?.play()
          setLoop(next)
        }}
      >
        {loop ? 'Parar o som' : 'Tocar o som'}
      </Button>
      {(Object.keys(empties) as IllustrationName[]).map((illustration) => (
        <div key={illustration} className="raised">
          <EmptyState illustration={illustration} action={<Button compact>Ver promoções</Button>}>
            {empties[illustration]}
          </EmptyState>
        </div>
      ))}
    </>
  )
}
