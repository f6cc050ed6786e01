import { Button } from '../../kit/button/button.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { requestPassword } from '../../platform/session/password-request.ts'
import { isIdentified, useSession } from '../../platform/session/session-store.ts'

/** Shown in place of content that requires the password, with a button that opens the password dialog. */
export function PasswordNeeded({ children, action }: { children: string; action: string }) {
  return (
    <>
      <Notice>{children}</Notice>
      <Button variant="outline" compact onClick={() => void requestPassword()}>
        {action}
      </Button>
    </>
  )
}

/** Below the list of a passwordless session, which contains only what was created in that session. */
export function HiddenItemsNotice() {
  return isIdentified(useSession()) ? (
    <PasswordNeeded action="Confirmar senha">
      Aqui está só o que você fez depois de entrar. Para ver o que já tinha, confirme sua senha.
    </PasswordNeeded>
  ) : null
}
