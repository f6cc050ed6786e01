import { formatDocument } from '@clube/contract/brazil/document.ts'
import type { SignInForm } from './step-props.ts'

/** For password managers: they store a form's password under the document. */
export const Username = ({ document }: { document: SignInForm }) => (
  <input
    className="spoken"
    type="text"
    name="username"
    autoComplete="username"
    value={formatDocument(document)}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
