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
  textos: { title: 'Campos de texto', Examples: TextExamples },
  codigo: { title: 'Código', Examples: CodeExamples },
  escolhas: { title: 'Escolhas', Examples: ChoiceExamples },
  busca: { title: 'Busca', Examples: AutocompleteExamples },
  botoes: { title: 'Botões', Examples: ButtonExamples },
  avisos: { title: 'Avisos', Examples: ToastExamples },
  retorno: { title: 'Retorno', Examples: FeedbackExamples },
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
          {Object.entries(groups).map(([id, { title, Examples }]) => (
            <section key={id} id={id} className={css.group}>
              <h2>{title}</h2>
              <div className={css.examples}>
                <Examples />
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
