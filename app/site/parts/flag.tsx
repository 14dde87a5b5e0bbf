import { flagName, flagUrl } from '#app/ui/flag-url.ts'
import { Icon } from '#app/ui/marks.tsx'

/** The flag of a country beside its name; a globe for INT. The page's script shows a globe if the image does not load. */
export function Flag({ code }: { code: string }) {
  const name = flagName(code.toUpperCase())
  if (name === null) return <Icon name="globe" />
  return <img className="flag" src={flagUrl(name)} alt="" width={20} height={15} loading="lazy" />
}
