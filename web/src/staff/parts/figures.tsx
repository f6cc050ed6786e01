import css from './figures.module.css'

type FiguresProps = { figures: readonly (readonly [title: string, figure: string])[] }

/** A few figures in large type, each under its title. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className={css.figures}>
    {figures.map(([title, figure]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)
