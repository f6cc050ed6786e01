import { Link } from 'wouter'
import { Button, type ButtonProps } from '../kit/button/button.tsx'

/** A button that opens a page of the club. */
export function LinkButton(props: ButtonProps & { href: string }) {
  return (
    <Link href={props.href} onClick={props.onClick} asChild>
      <Button {...props} />
    </Link>
  )
}
