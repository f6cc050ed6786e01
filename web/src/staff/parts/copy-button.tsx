import { Button } from '../../kit/button/button.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'

/** Puts a text on the clipboard; where the browser forbids it, the text stands beside the button to be marked. */
export function CopyButton({ text, children, done }: { text: string; children: string; done: string }) {
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => showToast({ message: done, type: 'success' }),
        () => showToast({ message: 'Não foi possível copiar. Selecione o texto e copie.', type: 'warning' }),
      )
  return (
    <Button compact look="outline" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
