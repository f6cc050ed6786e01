import { useState } from 'react'
import { mount } from './mount.tsx'
import { Button } from '../kit/button/button.tsx'
import { allScreens } from './screens/all-screens.ts'
import css from './screens.module.css'

/** Width of the frame. */
const widths = { celular: [390, 844], mesa: [1280, 800], totem: [1080, 1920] } as const
type Width = keyof typeof widths

/** Development only: the list of every screen in every state, and the chosen one. */
function Screens() {
  const [id, setId] = useState(decodeURIComponent(location.hash.slice(1)) || (allScreens[0]?.id ?? ''))
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [width, setWidth] = useState<Width>('celular')
  const groups = Map.groupBy(allScreens, ({ group }) => group)
  const [wide, high] = widths[width]
  const select = (next: string) => {
    setId(next)
    window.history.replaceState(null, '', `#${next}`)
  }
  return (
    <div className={css.page}>
      <nav className={css.list} aria-label="Telas">
        <h1>Telas</h1>
        <p>{allScreens.length} estados</p>
        <p>
          <a href="/dev/screens/messages">Mensagens</a>
        </p>
        {[...groups].map(([group, screens]) => (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {screens.map((screen) => (
                <li key={screen.id}>
                  <a
                    href={`#${screen.id}`}
                    aria-current={screen.id === id ? 'true' : undefined}
                    data-reload={screen.reload}
                    onClick={() => select(screen.id)}
                  >
                    {screen.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <main className={css.stage}>
        <div className={`row ${css.tools}`}>
          {(Object.keys(widths) as Width[]).map((name) => (
            <Button
              compact
              key={name}
              variant={name === width ? 'primary' : 'outline'}
              onClick={() => setWidth(name)}
            >
              {name}
            </Button>
          ))}
          <Button compact variant="outline" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
            {theme === 'light' ? 'escuro' : 'claro'}
          </Button>
        </div>
        <iframe
          key={`${id} ${theme} ${width}`}
          title={id}
          width={wide}
          height={high}
          allow="camera"
          src={`screen.html?theme=${theme}#${id}`}
        />
      </main>
    </div>
  )
}

mount(<Screens />)
