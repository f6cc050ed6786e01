/* The baseline of `first-load`: a minimal page with a form in React 19, rendered in the browser. */
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

function HelloForm() {
  const [name, setName] = useState('')
  const [greeted, setGreeted] = useState('')
  return h(
    'form',
    {
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault()
        setGreeted(name)
      },
    },
    h('h1', null, 'Hello', greeted && `, ${greeted}`),
    h(
      'label',
      null,
      'Name ',
      h('input', {
        value: name,
        onChange: (event: { target: { value: string } }) => setName(event.target.value),
      }),
    ),
    h('button', null, 'Send'),
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(h(HelloForm))
