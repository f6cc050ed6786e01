import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { instantInWords } from '../../parts/instant.ts'
import css from './service-desk.module.css'

type ProtocolForPersonProps = { participation: TransactionView; onDone: () => void }

/** The protocol, large enough to be read across the desk, and what the person does with it. */
export function ProtocolForPerson({ participation, onDone }: ProtocolForPersonProps) {
  const { protocol, campaign_title, expires_at } = participation
  return (
    <section className={css.shown} aria-label="Protocolo para a pessoa">
      <h2>{campaign_title}</h2>
      <p className={css.protocol} role="status">
        <span className="spoken">Protocolo </span>
        {protocol}
      </p>
      <p>
        A participação está aberta até {instantInWords(expires_at)}. A pessoa conclui no celular, em
        Promoções, e encontra o protocolo em Minhas participações.
      </p>
      <Button onClick={onDone}>Pronto, próxima pessoa</Button>
    </section>
  )
}
