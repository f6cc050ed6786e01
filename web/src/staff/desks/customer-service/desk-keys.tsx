import { useDialog, Dialog } from '../../../kit/surface/dialog.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { useShortcutsOn } from '../../parts/shortcuts.ts'

type DeskKeysProps = {
  hints: readonly KeyHint[]
  /** Keys that other parts of the page handle. */
  others?: readonly KeyHint[]
  isList?: boolean
}

/** The shortcuts of a page with their legend, and a dialog that explains all of them. */
export function DeskKeys({ hints, others = [], isList = false }: DeskKeysProps) {
  const dialog = useDialog()
  const hasShortcuts = useShortcutsOn()
  return (
    <>
      <KeyHints isList={isList} hints={[...hints, ['?', 'todas as teclas', dialog.open]]} />
      <Dialog {...dialog.props} title="Teclas de atalho">
        <div className="stack">
          <FactList
            inRows
            facts={[...hints, ...(isList ? rowKeys : []), ...others, ...deskKeys].map(
              ([key, description]) => [key, description] as const,
            )}
          />
          {!hasShortcuts && (
            <p className="soft small">As teclas estão desligadas: ligue-as no fim do menu.</p>
          )}
        </div>
      </Dialog>
    </>
  )
}

const rowKeys: readonly KeyHint[] = [
  ['L', 'ir para a lista'],
  ['↑ ↓', 'mudar de linha'],
  ['Enter', 'abrir a linha'],
]
const deskKeys: readonly KeyHint[] = [
  ['1 a 9', 'abrir outra mesa'],
  ['Esc', 'fechar uma janela'],
  ['?', 'mostrar estas teclas'],
]
