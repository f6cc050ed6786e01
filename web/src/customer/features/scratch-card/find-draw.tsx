import type { DeckPublication } from '@clube/contract/scratch-card/deck-publication.ts'
import { codeHashOf, parseDrawLine, type PublishedDraw } from '@clube/contract/scratch-card/draw-chain.ts'
import { drawRefusals } from '@clube/contract/scratch-card/refusals.ts'
import { formatTypedScratchCode, parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Section } from '../../../kit/page/section.tsx'
import { formatLongDateTime } from '../../../parts/club-time.ts'
import { Digest } from './digest.tsx'
import { pureHash } from './pure-hash.ts'

type FindDrawProps = {
  publication: DeckPublication
  draws: string
  /** Heads by number of draws; undefined until they are computed. */
  chain: readonly string[] | undefined
}

/** Finds the draw of a code; the code is not sent anywhere. */
export function FindDraw({ publication: { campaign_id, prizes }, draws, chain }: FindDrawProps) {
  const [found, setFound] = useState<PublishedDraw | 'none' | null>(null)
  const form = useForm({
    initial: { code: '' },
    rules: {
      code: (code) =>
        parseScratchCode(code).kind === 'slip'
          ? drawRefusals['scratch-card.invalid-code'].message
          : undefined,
    },
    onSubmit: ({ code: typed }) => {
      const parsed = parseScratchCode(typed)
      if (parsed.kind === 'slip') return
      const code_hash = codeHashOf(pureHash, { campaign_id, code: parsed.code })
      const line = draws.split('\n').find((each) => each.includes(` ${code_hash} `))
      setFound((line !== undefined && parseDrawLine(line)) || 'none')
    },
  })
  return (
    <Section title="Ache a sua raspadinha">
      <form className="stack" {...form.props}>
        <TextField
          {...form.field('code')}
          label="Código da raspadinha"
          helper="O código não sai deste aparelho"
          autoComplete="off"
          autoCapitalize="characters"
          clean={formatTypedScratchCode}
        />
        <Button type="submit" variant="outline">
          Procurar
        </Button>
      </form>
      <div role="status">
        {found === 'none' && <Notice tone="warn">Nenhum sorteio publicado tem este código.</Notice>}
        {found !== null && found !== 'none' && (
          <div className="stack">
            <Notice tone="good">
              Raspadinha número {found.position.toLocaleString('pt-BR')}, em{' '}
              {formatLongDateTime(found.drawn_at)}: {prizes[found.prize - 1]?.title ?? 'sem prêmio'}.
            </Notice>
            {chain?.[found.position] !== undefined && (
              <p>
                O resumo que apareceu com ela tem que ser este: <Digest value={chain[found.position] ?? ''} />
              </p>
            )}
          </div>
        )}
      </div>
    </Section>
  )
}
