import { Section } from '#app/ui/section.tsx'
import type { FilledText } from '../rules.ts'

/** What an operator has to say of the match. */
export function MatchAbout({ about: { title, text } }: { about: FilledText }) {
  if (!title || !text) return null
  return (
    <Section title={title}>
      <p dir="auto" className="text-sm whitespace-pre-line text-body">
        {text}
      </p>
    </Section>
  )
}
