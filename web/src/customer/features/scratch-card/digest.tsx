import css from './proof-page.module.css'

/** A digest in groups, so that people can compare it. */
export const Digest = ({ value }: { value: string }) => (
  <code className={css.digest}>{(value.match(/.{1,8}/g) ?? []).join(' ')}</code>
)
