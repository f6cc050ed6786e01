import { useState } from 'react'
import { mount } from './mount.tsx'
import { Button } from '../kit/button/button.tsx'
import { LoadingOverlay } from '../kit/overlay/loading-overlay.tsx'
import { FullHeight, Screen, Stack, PageTransition } from '../kit/page/screen.tsx'
import { ToastHost } from '../kit/toast/toast-host.tsx'
import { AutocompleteExamples, ChoiceExamples, CodeExamples, TextExamples } from './field-examples.tsx'
import { FeedbackExamples } from './feedback-examples.tsx'
import css from './gallery.module.css'
import { ButtonExamples, ToastExamples } from './action-examples.tsx'

/** Development only: every component of the kit in every state. */
const groups = {
  textos: { title: 'Campos de texto', Piece: TextExamples },
  codigo: { title: 'Código', Piece: CodeExamples },
  escolhas: { title: 'Escolhas', Piece: ChoiceExamples },
  busca: { title: 'Busca', Piece: AutocompleteExamples },
  botoes: { title: 'Botões', Piece: ButtonExamples },
  avisos: { title: 'Avisos', Piece: ToastExamples },
  retorno: { title: 'Retorno', Piece: FeedbackExamples },
}

const appearances: Readonly<Record<string, (page: HTMLElement) => unknown>> = {
  light: (page) => (page.dataset.theme = 'light'),
  dark: (page) => (page.dataset.theme = 'dark'),
  normal: (page) => page.removeAttribute('data-channel'),
  totem: (page) => (page.dataset.channel = 'totem'),
}

function Gallery() {
  const [navigating, setNavigating] = useState(false)
  return (
    <FullHeight>
      <PageTransition pending={navigating} />
      <Screen width="wide">
        <Stack>
          <h1>Galeria do kit</h1>
          <nav className="row" aria-label="Aparência">
            {Object.entries(appearances).map(([name, change]) => (
              <Button compact variant="outline" key={name} onClick={() => change(document.documentElement)}>
                {name}
              </Button>
            ))}
            <Button compact variant="outline" onClick={() => setNavigating(!navigating)}>
              navegação
            </Button>
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
      <ToastHost />
      <LoadingOverlay />
    </FullHeight>
  )
}

mount(<Gallery />)
