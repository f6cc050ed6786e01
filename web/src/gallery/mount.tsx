import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/theme/theme.css'

/** Shows a page of the gallery. */
export function mount(page: ReactNode): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
