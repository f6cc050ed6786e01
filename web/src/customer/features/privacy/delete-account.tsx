import { parseEnteredPassword, passwordMaxLength } from '@clube/contract/brazil/password.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDays } from '@clube/contract/privacy/deletion.ts'
import { useState } from 'react'
import { Button, ConfirmingButton, QuietButton } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatLongDay } from '../../../parts/club-time.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { signOut } from '../../../platform/session/sign-out.ts'
import { useValidWallets } from '../../promotions/promotions.ts'

type Step = { kind: 'closed' } | { kind: 'confirming' } | { kind: 'requested'; deletes_at: string }

const stagesFor = (hasItems: boolean) => [
  [
    'No pedido',
    'Saímos da sua conta em todos os aparelhos e avisamos você por e-mail. Lugares ainda não confirmados e listas de espera são liberados.',
  ],
  [
    `Durante ${deletionDays} dias`,
    `A conta fica suspensa. ${hasItems ? 'O que está na sua Carteira continua valendo, mas ela não abre: antes do pedido, baixe o PDF ou anote o código de cada ingresso e vale. ' : ''}Para desistir, é só entrar com a sua senha.`,
  ],
  [
    `Depois dos ${deletionDays} dias`,
    'Apagamos nome, documento, nascimento, contatos, endereço, senha, fotos e mensagens. Os pontos deixam de valer, e os ingressos de sessões futuras e os vales que você não usou são cancelados.',
  ],
]

/** Explains what is erased, when, and what is retained; then requires the password. */
export function DeleteAccount() {
  const send = useSend()
  const [step, setStep] = useState<Step>({ kind: 'closed' })
  const wallets = useValidWallets()
  const hasItems = wallets.length > 0
  const close = () => {
    // The server ended the session; clear this device, and the gate redirects to sign-in.
    if (step.kind === 'requested') void signOut(send)
    setStep({ kind: 'closed' })
  }
  return (
    <>
      <ol className="lines">
        {stagesFor(hasItems).map(([when, what]) => (
          <li key={when} className="titled">
            <strong>{when}</strong>
            <span className="soft">{what}</span>
          </li>
        ))}
      </ol>
      {wallets.map(({ href, title }) => (
        <LinkButton key={href} variant="outline" href={href}>
          Abrir {title}
        </LinkButton>
      ))}
      <p className="soft small">
        Sem o seu nome, ficam o extrato de pontos, as chaves das notas e os comprovantes de prêmios e de
        aceites: as contas do clube e a lei os exigem.
      </p>
      <Button variant="outline" onClick={() => setStep({ kind: 'confirming' })}>
        Excluir minha conta
      </Button>
      <Dialog
        open={step.kind !== 'closed'}
        onClose={close}
        title={step.kind === 'requested' ? 'Pedido recebido' : 'Excluir a sua conta?'}
      >
        {step.kind === 'confirming' && (
          <DeletionForm
            onRequested={(deletes_at) => setStep({ kind: 'requested', deletes_at })}
            onCancel={() => setStep({ kind: 'closed' })}
          />
        )}
        {step.kind === 'requested' && (
          <div className="stack" role="status">
            <p>
              Seus dados serão apagados em <strong>{formatLongDay(step.deletes_at)}</strong>. Para desistir,
              entre com a sua senha até lá. Mandamos isto também por e-mail.
            </p>
            {hasItems && (
              <p>
                Até lá, o que está na sua Carteira continua valendo: mostre o PDF ou o código que você
                guardou. Se não guardou, entre no clube: isso desfaz o pedido, e a Carteira abre de novo.
              </p>
            )}
            <ConfirmingButton onClick={close}>Entendi</ConfirmingButton>
          </div>
        )}
      </Dialog>
    </>
  )
}

type DeletionFormProps = { onRequested: (deletes_at: string) => void; onCancel: () => void }

/** Asks for the password again: a person who finds an open page must not be able to delete the account. */
function DeletionForm({ onRequested, onCancel }: DeletionFormProps) {
  const form = useActionForm({
    initial: { current_password: '' },
    rules: { current_password: parsedRule(parseEnteredPassword) },
    request: (send, body) => send(requestDeletionCall, { body }),
    onSuccess: ({ deletes_at }) => onRequested(deletes_at),
  })
  return (
    <form {...form.props} className="stack">
      <p>Sua conta fica suspensa agora e é apagada em {deletionDays} dias. Confirme com a sua senha.</p>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        maxLength={passwordMaxLength}
        {...form.field('current_password')}
      />
      <Button type="submit" variant="danger" pending={form.pending}>
        Pedir a exclusão
      </Button>
      <QuietButton onClick={onCancel}>Manter minha conta</QuietButton>
    </form>
  )
}
