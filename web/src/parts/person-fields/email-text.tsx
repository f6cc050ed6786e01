import { Fragment } from 'react'
import css from './email-text.module.css'

/** An e-mail address that wraps after its @, and after its dots if that is not enough. */
export function EmailText({ email }: { email: string }) {
  const domainStart = email.indexOf('@') + 1
  return (
    <span>
      <Part text={email.slice(0, domainStart)} />
      <Part text={email.slice(domainStart)} />
    </span>
  )
}

/** Stays on one line if it fits. */
const Part = ({ text }: { text: string }) => (
  <span className={css.part}>
    {text.split(/(?<=\.)/).map((piece, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {piece}
      </Fragment>
    ))}
  </span>
)
