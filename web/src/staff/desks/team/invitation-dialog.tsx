import type { Invitation } from '@clube/contract/staff/management-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { instantInWords } from '../../parts/instant.ts'
import css from './team.module.css'

type InvitationDialogProps = {
  shown: { name: string; invitation: Invitation } | null
  onClose: () => void
}

/** The link of an invitation, shown this once. */
export function InvitationDialog({ shown, onClose }: InvitationDialogProps) {
  return (
    <Dialog open={shown !== null} onClose={onClose} title="Convite criado" wide>
      {shown && (
        <div className={css.link}>
          <p>
            Entregue este endereço a {shown.name}, e a mais ninguém: ele define a senha. Vale uma vez, até{' '}
            {instantInWords(shown.invitation.expires_at)}, e não aparece de novo.
          </p>
          <p className={css.address}>{shown.invitation.link}</p>
          <div>
            <CopyButton text={shown.invitation.link} done="Convite copiado.">
              Copiar convite
            </CopyButton>{' '}
            <Button compact onClick={onClose}>
              Pronto
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
