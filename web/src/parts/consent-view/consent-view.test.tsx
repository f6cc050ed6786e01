import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConsentView, type ReadableConsent } from './consent-view.tsx'
import { sanitizeHtml } from './sanitize-html.ts'

const consent: ReadableConsent = {
  kind: 'loyaltyclub_terms',
  state: 'active',
  created_at: '2026-03-04T15:00:00Z',
  version: '2026.1',
  content: sanitizeHtml('<h2>Quem participa</h2><p>Todos.</p><script>x()</script>'),
}
const paragraphs = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent)

test('a document in force shows its date, version and text in this order, and its text when opened again', () => {
  const { unmount } = render(<ConsentView consent={consent} />)
  expect(paragraphs()).toEqual([
    'Última alteração: 4 de março de 2026',
    'Versão do documento: 2026.1',
    'Todos.',
  ])
  expect(screen.getByRole('heading', { name: 'Quem participa' })).toBeTruthy()
  unmount()
  render(<ConsentView consent={consent} />)
  expect(paragraphs()).toContain('Todos.')
})

test('an outdated document shows a warning before its text', () => {
  render(<ConsentView consent={{ ...consent, state: 'inactive' }} />)
  expect(paragraphs()[0]).toBe('ESTE DOCUMENTO ESTÁ DESATUALIZADO')
})
