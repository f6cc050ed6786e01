import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Section } from '../../../kit/page/section.tsx'

const plainHead = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()

type Comparison = { position: string; isSame: boolean }

/**
 * Compares a head that the person kept, of a card or published daily, with the chain of the published draws. Only this
 * reveals that draws, heads and deck were replaced together.
 * @param chain heads by number of draws
 */
export function CompareHead({ chain }: { chain: readonly string[] }) {
  const [compared, setCompared] = useState<Comparison | null>(null)
  const form = useForm({
    initial: { position: '', head: '' },
    rules: {
      position: (text) => {
        if (text.trim() === '') return requiredTextMessage
        return /^\d{1,9}$/.test(text.trim()) ? undefined : 'Use só números'
      },
      head: (text) => {
        if (text.trim() === '') return requiredTextMessage
        return /^[\da-f]{64}$/.test(plainHead(text))
          ? undefined
          : 'O resumo tem 64 caracteres: números e letras de a a f'
      },
    },
    onSubmit: ({ position, head }) => {
      const number = Number(position)
      setCompared({ position: number.toLocaleString('pt-BR'), isSame: chain[number] === plainHead(head) })
    },
  })
  return (
    <Section title="Compare o resumo que você guardou">
      <p>
        As contas acima mostram que os arquivos de hoje combinam entre si. Que são os mesmos de antes, só
        mostra quem guardou um resumo: o da sua raspadinha ou o de um dia.
      </p>
      <form className="stack" {...form.props}>
        <TextField
          {...form.field('position')}
          label="Número da raspadinha"
          helper="No resumo de um dia, a quantidade de raspadinhas"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...form.field('head')} label="Resumo guardado" autoComplete="off" autoCapitalize="none" />
        <Button type="submit" variant="outline">
          Comparar
        </Button>
      </form>
      <div role="status">
        {compared !== null && (
          <Notice tone={compared.isSame ? 'good' : 'bad'}>
            {compared.isSame
              ? `É o mesmo resumo: até a raspadinha número ${compared.position} nada mudou desde que você o guardou.`
              : `O resumo da raspadinha número ${compared.position} é outro. Confira o número e o resumo; se estiverem certos, o que foi publicado mudou. Guarde o seu e fale com o clube.`}
          </Notice>
        )}
      </div>
    </Section>
  )
}
