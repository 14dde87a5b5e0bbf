import { useRights } from '#app/ui/admin/rights.tsx'
import { entryOf } from '../navigation.ts'

/** Whether the reader can open a screen of the back office, by its address. */
export function useMayOpen(): (to: string) => boolean {
  const { may } = useRights()
  return (to) => {
    const part = entryOf(to.split('?')[0] ?? to)?.part
    return part === undefined || may(`${part}.read`)
  }
}
