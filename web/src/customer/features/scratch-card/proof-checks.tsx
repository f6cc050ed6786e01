import { Icon } from '../../../kit/icon/icon.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import css from './proof-page.module.css'
import { proofChecks, type ProofCheck, type ProofResult } from './verify-draws.ts'

/** For each check, what is shown if it passes and if it fails. */
const sentences: Readonly<Record<ProofCheck, readonly [passed: string, failed: string]>> = {
  deck: ['O baralho é o mesmo que foi lacrado no início.', 'O baralho NÃO é o que foi lacrado no início.'],
  prizes: [
    'Cada raspadinha deu o resultado que já estava na sua posição.',
    'Há raspadinhas com resultado diferente do que estava na sua posição.',
  ],
  order: [
    'As raspadinhas saíram na ordem, nenhuma foi pulada, e nenhum código foi usado duas vezes.',
    'Há raspadinhas fora de ordem, puladas ou repetidas.',
  ],
  heads: [
    'Os resumos publicados a cada dia batem com os sorteios.',
    'Há resumos publicados que não batem com os sorteios.',
  ],
}

/** The result of the verification in this browser. */
export function ProofChecks({ result: { passed, draws }, cards }: { result: ProofResult; cards: number }) {
  const isCorrect = proofChecks.every((check) => passed[check])
  return (
    <div className="stack" role="status">
      <Notice tone={isCorrect ? 'good' : 'bad'}>
        <strong>{isCorrect ? 'Tudo confere.' : 'Não confere.'}</strong>{' '}
        {isCorrect
          ? `Este navegador refez as ${cards.toLocaleString('pt-BR')} raspadinhas e conferiu os ${draws.toLocaleString('pt-BR')} sorteios.`
          : 'O que foi publicado não é o que foi lacrado. Fale com o clube e guarde os arquivos abaixo.'}
      </Notice>
      <ul className={css.checks}>
        {proofChecks.map((check) => (
          <li key={check} data-tone={passed[check] ? 'good' : 'bad'}>
            <Icon name={passed[check] ? 'check' : 'close'} />
            <span>{sentences[check][passed[check] ? 0 : 1]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
