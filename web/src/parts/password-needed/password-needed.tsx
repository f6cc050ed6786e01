import { Button } from '../../kit/button/button.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { requestPassword } from '../../platform/session/password-request.ts'
import { isIdentified, useSession } from '../../platform/session/session-store.ts'

/** Replaces something that needs the password and asks for it in place. */
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

/** Below the list of a document-only session, which holds only what was made in that session. */
export function RestOfList() {
  return isIdentified(useSession()) ? (
    <PasswordNeeded action="Confirmar senha">
      Aqui está só o que você fez depois de entrar. Para ver o que já tinha, confirme sua senha.
    </PasswordNeeded>
  ) : null
}
