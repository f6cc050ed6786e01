import { useState, type ComponentType } from 'react'

type Page = ComponentType<object>

/** The page of a path whose links in e-mails carry a signature as fragment: with one, it needs no session. */
export const pageByFragment = (GatedPage: Page, LinkPage: Page): Page =>
  function RatingRoute() {
    const [hasSignature] = useState(() => window.location.hash.length > 1)
    return hasSignature ? <LinkPage /> : <GatedPage />
  }
