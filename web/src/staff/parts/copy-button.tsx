import { Button } from '../../kit/button/button.tsx'
import { showToast } from '../../kit/toast/toast-store.ts'

/** Copies a text to the clipboard; the text itself is next to the button, for browsers that forbid copying. */
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
