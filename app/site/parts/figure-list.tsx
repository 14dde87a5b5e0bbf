interface FigureListProps {
  figures: readonly (readonly [label: string, value: string])[]
}

/** Figures side by side, each with its label. */
export function FigureList({ figures }: FigureListProps) {
  return (
    <div className="box">
      <dl className="shares">
        {figures.map(([label, value]) => (
          <div key={label} className="plain">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
