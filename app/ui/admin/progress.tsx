/** The progress of a run. It has its own style, because an empty bar of Chromium is as grey as a full one. */
export function Progress({ percent, label }: { percent: number; label: string }) {
  return (
    <progress
      max={100}
      value={percent}
      aria-label={label}
      className="h-2 w-0 grow appearance-none overflow-hidden rounded-full border border-line bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
    />
  )
}
