import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/theme/theme.css'
import { Button } from '../kit/button/button.tsx'
import { LoadingOverlay } from '../kit/overlay/loading-overlay.tsx'
import { FullHeight } from '../kit/page/full-height.tsx'
import { PageTransition } from '../kit/page/page-transition.tsx'
import { Screen, Stack } from '../kit/page/screen.tsx'
import { ToastHost } from '../kit/toast/toast-host.tsx'
import { ChoiceExamples, CodeExamples, TextExamples } from './field-examples.tsx'
import { FeedbackExamples } from './feedback-examples.tsx'
import css from './gallery.module.css'
import { AutocompleteExamples } from './autocomplete-examples.tsx'
import { ButtonExamples, ToastExamples } from './action-examples.tsx'
import { SignInExample } from './sign-in-example.tsx'

/** Development only: every component of the kit in every state. `#entrar` shows the sign-in layout alone. */
const groups = {
  textos: { title: 'Campos de texto', Piece: TextExamples },
  codigo: { title: 'Código', Piece: CodeExamples },
  escolhas: { title: 'Escolhas', Piece: ChoiceExamples },
  busca: { title: 'Busca', Piece: AutocompleteExamples },
  botoes: { title: 'Botões', Piece: ButtonExamples },
  avisos: { title: 'Avisos', Piece: ToastExamples },
  retorno: { title: 'Retorno', Piece: FeedbackExamples },
}

function Gallery() {
  const [navigating, setNavigating] = useState(false)
  return (
    <FullHeight>
      <PageTransition pending={navigating} />
      {location.hash === '#entrar' ? (
        <SignInExample />
      ) : (
        <Screen width="wide">
          <Stack>
            <h1>Galeria do kit</h1>
            <nav className={css.themes} aria-label="Aparência">
              {['light', 'dark'].map((theme) => (
                <Button
                  compact
                  look="outline"
                  key={theme}
                  onClick={() => (document.documentElement.dataset.theme = theme)}
                >
                  {theme}
                </Button>
              ))}
              <Button
                compact
                look="outline"
                onClick={() => document.documentElement.toggleAttribute('data-channel')}
              >
                normal
              </Button>
              <Button
                compact
                look="outline"
                onClick={() => (document.documentElement.dataset.channel = 'totem')}
              >
                totem
              </Button>
              <Button compact look="outline" onClick={() => setNavigating(!navigating)}>
                navegação
              </Button>
              <a href="#entrar" onClick={() => setTimeout(() => location.reload())}>
                entrada
              </a>
            </nav>
            {Object.entries(groups).map(([id, { title, Piece }]) => (
              <section key={id} id={id} className={css.group}>
                <h2>{title}</h2>
                <div className={css.pieces}>
                  <Piece />
                </div>
              </section>
            ))}
          </Stack>
        </Screen>
      )}
      <ToastHost />
      <LoadingOverlay />
    </FullHeight>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
